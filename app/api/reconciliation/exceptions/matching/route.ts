import { queryRoute } from "@/lib/queries/define-route";
import { getMatchingExceptions } from "@/lib/queries/exceptions";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getMatchingExceptions);
