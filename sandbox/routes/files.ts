import { createRoutes } from "@/sandbox/http/env";
import { requestReport } from "@/sandbox/operations/request-report";

export function fileRoutes() {
  const routes = createRoutes();

  routes.get("/:fileType", (context) => {
    const { id } = requestReport(context.var.world, {
      type: context.req.param("fileType"),
      query: context.req.query(),
      origin: new URL(context.req.url).origin,
    });
    return context.json({
      message: "The report is being prepared. Its link will be delivered by webhook.",
      reference_id: id,
    });
  });

  return routes;
}
