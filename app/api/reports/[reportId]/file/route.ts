export { downloadReport as GET } from "@/lib/queries/report-download";
