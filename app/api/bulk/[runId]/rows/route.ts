import { queryRoute } from "@/lib/queries/define-route";
import { getPlanRows } from "@/lib/queries/plan-rows";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getPlanRows);
