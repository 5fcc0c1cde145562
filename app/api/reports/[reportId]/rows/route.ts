import { queryRoute } from "@/lib/queries/define-route";
import { getReportRows } from "@/lib/queries/reports";

export const GET = queryRoute(getReportRows);
