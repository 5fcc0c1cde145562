import { Hono } from "hono";
import { requiredText } from "@/lib/contract/text";
import { HttpError, parse } from "@/sandbox/http/http-error";
import type { Sandbox } from "@/sandbox/sandbox";
import { findDesign, listDesigns } from "@/sandbox/store/designs";

export function cardDesignRoutes({ db }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.get("/", async (context) => context.json({ cardDesigns: await listDesigns(db.pool) }));

  routes.get("/:cardDesignID", async (context) => {
    const id = parse(requiredText(), context.req.param("cardDesignID"), "cardDesignID");
    const design = await findDesign(db.pool, id);
    // The spec lists no 404 for this endpoint.
    if (!design) throw new HttpError(400, "cardDesignID: must be the id of a card design of this program");
    return context.json(design);
  });

  return routes;
}
