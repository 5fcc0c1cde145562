import { getCardStatus } from "@/lib/queries/card";
import { queryRoute } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getCardStatus);
