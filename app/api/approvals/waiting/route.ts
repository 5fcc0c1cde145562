import { getWaitingCount } from "@/lib/queries/approvals";
import { queryRoute } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getWaitingCount);
