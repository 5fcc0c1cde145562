import { queryRoute } from "@/lib/queries/define-route";
import { getCapturedReport } from "@/lib/queries/reports";

export const GET = queryRoute(getCapturedReport);
