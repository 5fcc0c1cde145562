import { requiredText } from "@/lib/contract/text";
import { createRoutes } from "@/sandbox/http/env";
import { HttpError, parse } from "@/sandbox/http/http-error";
import { toDesign } from "@/sandbox/store/designs";

export function cardDesignRoutes() {
  const routes = createRoutes();

  routes.get("/", (context) =>
    context.json({ cardDesigns: [...context.var.world.state.designs].map(toDesign) }),
  );

  routes.get("/:cardDesignID", (context) => {
    const id = parse(requiredText(), context.req.param("cardDesignID"), "cardDesignID");
    const design = context.var.world.state.designs.get(id);
    // The spec lists no 404 for this endpoint.
    if (!design) throw new HttpError(400, "cardDesignID: must be the id of a card design of this program");
    return context.json(toDesign(design));
  });

  return routes;
}
