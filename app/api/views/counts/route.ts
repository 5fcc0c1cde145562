import { queryRoute } from "@/lib/queries/define-route";
import { getViewCounts } from "@/lib/queries/views";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getViewCounts);
