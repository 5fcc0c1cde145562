import { queryRoute } from "@/lib/queries/define-route";
import { getReadyReport } from "@/lib/queries/reports";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getReadyReport);
