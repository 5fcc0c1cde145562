import type { Context } from "hono";
import { createRoutes, type WorldEnv } from "@/sandbox/http/env";
import { HttpError } from "@/sandbox/http/http-error";

/** What is done to the world, as a story. */
export function recordingRoutes() {
  const routes = createRoutes();

  routes.get("/recording", (context) => {
    const { recorder } = context.var.world;
    if (context.req.query("format") !== "yaml") return describe(context);
    if (!recorder.story) throw new HttpError(404, "Nothing was recorded");
    return context.body(recorder.toYaml(), 200, {
      "content-type": "application/yaml; charset=utf-8",
      "content-disposition": 'attachment; filename="recording.yaml"',
    });
  });

  routes.post("/recording/start", (context) => {
    context.var.world.recorder.start();
    return describe(context);
  });

  routes.post("/recording/stop", (context) => {
    context.var.world.recorder.stop();
    return describe(context);
  });

  return routes;
}

function describe(context: Context<WorldEnv>): Response {
  const { recorder } = context.var.world;
  const { isRecording, story } = recorder;
  return context.json({ isRecording, story, yaml: story && recorder.toYaml() });
}
