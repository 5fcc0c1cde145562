import { queryRoute } from "@/lib/queries/define-route";
import { getIndexState } from "@/lib/queries/index-state";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getIndexState);
