export { rejectHead as HEAD } from "@/lib/queries/define-route";
export { exportRun as GET } from "@/lib/queries/run-export";
