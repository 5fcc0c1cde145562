import { getActiveCards } from "@/lib/queries/create-card";
import { queryRoute } from "@/lib/queries/define-route";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getActiveCards);
