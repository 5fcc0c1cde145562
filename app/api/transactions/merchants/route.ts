import { queryRoute } from "@/lib/queries/define-route";
import { getMerchants } from "@/lib/queries/merchants";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getMerchants);
