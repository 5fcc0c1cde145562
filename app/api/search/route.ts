import { queryRoute } from "@/lib/queries/define-route";
import { search } from "@/lib/queries/search";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(search);
