import { queryRoute } from "@/lib/queries/define-route";
import { getKnownShipping } from "@/lib/queries/known-shipping";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getKnownShipping);
