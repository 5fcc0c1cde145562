import { queryRoute } from "@/lib/queries/define-route";
import { getIndexState } from "@/lib/queries/index-state";

export const GET = queryRoute(getIndexState);
