import { queryRoute } from "@/lib/queries/define-route";
import { getDesigns } from "@/lib/queries/designs";

export const GET = queryRoute(getDesigns);
