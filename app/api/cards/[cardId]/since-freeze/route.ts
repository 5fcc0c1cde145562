import { queryRoute } from "@/lib/queries/define-route";
import { getSinceFreeze } from "@/lib/queries/since-freeze";

export const GET = queryRoute(getSinceFreeze);
