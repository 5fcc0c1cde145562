export { rejectHead as HEAD } from "@/lib/queries/define-route";
export { exportTransactions as GET } from "@/lib/queries/transactions-export";
