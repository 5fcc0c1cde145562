import { getChainVerification } from "@/lib/queries/audit";
import { queryRoute } from "@/lib/queries/define-route";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getChainVerification);
