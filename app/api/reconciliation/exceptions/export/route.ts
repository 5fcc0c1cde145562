export { rejectHead as HEAD } from "@/lib/queries/define-route";
export { exportExceptions as GET } from "@/lib/queries/exceptions-export";
