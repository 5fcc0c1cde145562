export { exportAudit as GET } from "@/lib/queries/audit-export";
