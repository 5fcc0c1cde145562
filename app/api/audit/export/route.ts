export { exportAudit as GET } from "@/lib/queries/audit-export";
export { rejectHead as HEAD } from "@/lib/queries/define-route";
