import type { Context } from "hono";
import { z } from "zod";
import { createRoutes, type WorldEnv } from "@/sandbox/http/env";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import { StoryName } from "@/sandbox/stories/story";

const Stop = z.object({ name: StoryName.optional() });

/** What is done to the world, as a story. */
export function recordingRoutes() {
  const routes = createRoutes();

  routes.get("/recording", (context) => {
    const { recorder } = context.var.world;
    if (context.req.query("format") !== "yaml") return describe(context);
    if (!recorder.story) throw new HttpError(404, "Nothing was recorded");
    return context.body(recorder.toYaml(originOf(context)), 200, {
      "content-type": "application/yaml; charset=utf-8",
      "content-disposition": 'attachment; filename="recording.yaml"',
    });
  });

  routes.post("/recording/start", (context) => {
    context.var.world.recorder.start();
    return describe(context);
  });

  routes.post("/recording/stop", async (context) => {
    const { name } = parse(Stop, await readJson(context));
    const { recorder } = context.var.world;
    recorder.stop();
    if (name !== undefined) recorder.name = name;
    return describe(context);
  });

  return routes;
}

function describe(context: Context<WorldEnv>): Response {
  const { recorder } = context.var.world;
  const { isRecording, story, needsThisData } = recorder;
  const yaml = story && recorder.toYaml(originOf(context));
  return context.json({ isRecording, story, needsThisData, yaml });
}

function originOf(context: Context<WorldEnv>): string {
  return new URL(context.req.url).origin;
}
