import { queryRoute } from "@/lib/queries/define-route";
import { getIndexState } from "@/lib/queries/index-state";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getIndexState);
