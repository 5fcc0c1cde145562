import { queryRoute } from "@/lib/queries/define-route";
import { getNotifications } from "@/lib/queries/notifications";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getNotifications);
