import { getIssuerState } from "@/lib/queries/connection";
import { queryRoute } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getIssuerState);
