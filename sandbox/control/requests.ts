import { z } from "zod";
import { createRoutes } from "@/sandbox/http/env";
import { parse } from "@/sandbox/http/http-error";

const RequestsQuery = z.object({
  after: z.coerce.number().pipe(z.int().min(0)).default(0),
});

/** These calls are not logged themselves. */
export function requestRoutes() {
  const routes = createRoutes();
  routes.get("/requests", (context) => {
    const { after } = parse(RequestsQuery, context.req.query(), "query");
    return context.json(context.var.world.requests.since(after));
  });
  routes.delete("/requests", (context) => context.json({ cleared: context.var.world.requests.clear() }));
  return routes;
}
