export { exportTransactions as GET } from "@/lib/queries/transactions-export";
