import { queryRoute } from "@/lib/queries/define-route";
import { getKnownShipping } from "@/lib/queries/known-shipping";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getKnownShipping);
