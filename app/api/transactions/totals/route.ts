import { queryRoute } from "@/lib/queries/define-route";
import { getTransactionTotals } from "@/lib/queries/transactions";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getTransactionTotals);
