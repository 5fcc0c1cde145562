import { queryRoute } from "@/lib/queries/define-route";
import { getDesigns } from "@/lib/queries/designs";

export { rejectHead as HEAD } from "@/lib/queries/define-route";

export const GET = queryRoute(getDesigns);
