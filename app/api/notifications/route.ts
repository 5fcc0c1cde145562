import { queryRoute } from "@/lib/queries/define-route";
import { getNotifications } from "@/lib/queries/notifications";

export const GET = queryRoute(getNotifications);
