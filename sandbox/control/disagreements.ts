import { createRoutes } from "@/sandbox/http/env";
import { readJson } from "@/sandbox/http/http-error";
import { addDisagreement, clearDisagreements } from "@/sandbox/operations/add-disagreement";

export function disagreementRoutes() {
  const routes = createRoutes();

  routes.post("/disagreements", async (context) => {
    const body = await readJson(context);
    return context.json(addDisagreement(context.var.world, body), 201);
  });

  routes.get("/disagreements", (context) =>
    context.json({ disagreements: [...context.var.world.state.disagreements] }),
  );

  routes.delete("/disagreements", (context) =>
    context.json({ cleared: clearDisagreements(context.var.world) }),
  );

  return routes;
}
