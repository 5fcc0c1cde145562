export { exportAudit as GET } from "@/lib/queries/audit-export";
export { refuseHead as HEAD } from "@/lib/queries/define-route";
