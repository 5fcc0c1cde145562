export { rejectHead as HEAD } from "@/lib/queries/define-route";
export { downloadReports as GET } from "@/lib/queries/reports-archive";
