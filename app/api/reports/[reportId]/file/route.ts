export { rejectHead as HEAD } from "@/lib/queries/define-route";
export { downloadReport as GET } from "@/lib/queries/report-download";
