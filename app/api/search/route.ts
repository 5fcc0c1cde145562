import { queryRoute } from "@/lib/queries/define-route";
import { search } from "@/lib/queries/search";

export const GET = queryRoute(search);
