export { receivePolicyReports as POST } from "@/lib/queries/receive-policy-reports";
