import { getChainVerification } from "@/lib/queries/audit";
import { queryRoute } from "@/lib/queries/define-route";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getChainVerification);
