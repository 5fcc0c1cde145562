import { queryRoute } from "@/lib/queries/define-route";
import { getSinceFreeze } from "@/lib/queries/since-freeze";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getSinceFreeze);
