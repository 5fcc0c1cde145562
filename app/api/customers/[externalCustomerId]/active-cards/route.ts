import { getActiveCards } from "@/lib/queries/create-card";
import { queryRoute } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getActiveCards);
