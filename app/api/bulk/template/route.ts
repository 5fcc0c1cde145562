export { rejectHead as HEAD } from "@/lib/queries/define-route";
export { downloadIssueTemplate as GET } from "@/lib/queries/issue-template";
