import { queryRoute } from "@/lib/queries/define-route";
import { getPersonSessions } from "@/lib/queries/person-sessions";

export const GET = queryRoute(getPersonSessions);
export { rejectHead as HEAD } from "@/lib/queries/define-route";
