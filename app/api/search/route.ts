import { queryRoute } from "@/lib/queries/define-route";
import { search } from "@/lib/queries/search";

export { refuseHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(search);
