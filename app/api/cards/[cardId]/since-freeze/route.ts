import { queryRoute } from "@/lib/queries/define-route";
import { getSinceFreeze } from "@/lib/queries/since-freeze";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getSinceFreeze);
