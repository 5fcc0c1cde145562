import { queryRoute } from "@/lib/queries/define-route";
import { getNotifications } from "@/lib/queries/notifications";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getNotifications);
