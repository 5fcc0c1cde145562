import { getFileTotals } from "@/lib/queries/coverage";
import { queryRoute } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getFileTotals);
