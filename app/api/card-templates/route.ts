import { queryRoute } from "@/lib/queries/define-route";
import { getTemplates } from "@/lib/queries/templates";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getTemplates);
