import { queryRoute } from "@/lib/queries/define-route";
import { getReadyReport } from "@/lib/queries/reports";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getReadyReport);
