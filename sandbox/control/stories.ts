import { z } from "zod";
import { createRoutes } from "@/sandbox/http/env";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import { addStory, findStory, listStories } from "@/sandbox/stories/added-stories";
import { readStoryObject, readStoryText, StoryError, type WrittenStory } from "@/sandbox/stories/read-story";
import { startStory, storyOf } from "@/sandbox/stories/start-story";
import type { StoryPlayer } from "@/sandbox/stories/story-player";
import type { World } from "@/sandbox/worlds/world";
import type { Worlds } from "@/sandbox/worlds/worlds";

const MAX_SPEED = 10_000_000;

const SPEED_RULE = "must be instant or the number of story seconds per second, from 1 to 10000000";
const Speed = z.union(
  [z.literal("instant"), z.number().min(1, { error: SPEED_RULE }).max(MAX_SPEED, { error: SPEED_RULE })],
  { error: SPEED_RULE },
);

const NewStory = z.object({
  story: z.union([z.string(), z.record(z.string(), z.unknown())], {
    error: "must be the name of a story, its text in YAML or JSON, or an object",
  }),
  speed: Speed.default("instant"),
  /** Waits for play or step. */
  paused: z.boolean().default(false),
});

const AddedStory = z.object({
  story: z.string({ error: "must be the text of a story in YAML or JSON" }),
});

const Play = z.object({ speed: Speed.optional() });
const StepRequest = z.object({ count: z.int().min(1).max(100_000).default(1) });

export function storyRoutes(worlds: Worlds) {
  const routes = createRoutes();

  routes.get("/stories", (context) => context.json({ stories: listStories(context.var.world) }));

  routes.post("/stories", async (context) => {
    const { story } = parse(AddedStory, await readJson(context));
    return context.json(await tell(async () => addStory(context.var.world, story)), 201);
  });

  routes.get("/story", (context) => context.json({ story: storyOf(context.var.world)?.state ?? null }));

  routes.post("/story", async (context) => {
    const { story, speed, paused } = parse(NewStory, await readJson(context));
    const { world } = context.var;
    const { origin } = new URL(context.req.url);
    const player = await tell(() => startStory(worlds, world, readStory(world, story), { origin }));
    if (!paused) player.play(speed);
    if (!paused && speed === "instant") await player.finished();
    return context.json({ story: player.state }, 201);
  });

  routes.post("/story/play", async (context) => {
    const { speed } = parse(Play, await readJson(context));
    const player = activeStory(context.var.world);
    player.play(speed);
    if (player.state.speed === "instant") await player.finished();
    return context.json({ story: player.state });
  });

  routes.post("/story/step", async (context) => {
    const { count } = parse(StepRequest, await readJson(context));
    const player = activeStory(context.var.world);
    player.step(count);
    return context.json({ story: player.state });
  });

  for (const verb of ["pause", "stop"] as const)
    routes.post(`/story/${verb}`, (context) => {
      const player = activeStory(context.var.world);
      player[verb]();
      return context.json({ story: player.state });
    });

  return routes;
}

function readStory(world: World, story: string | Record<string, unknown>): WrittenStory {
  if (typeof story !== "string") return readStoryObject(story);
  const known = findStory(world, story);
  if (known) return known;
  if (!story.includes(":")) {
    const names = listStories(world).map((listed) => listed.story);
    throw new StoryError(`there is no story ${story}; there are ${names.join(", ")}`);
  }
  return readStoryText(story);
}

async function tell<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StoryError) throw new HttpError(400, `story: ${error.message}`);
    throw error;
  }
}

function activeStory(world: World): StoryPlayer {
  const story = storyOf(world);
  if (story?.isActive) return story;
  throw new HttpError(409, "No story is being told. Start one with POST /sandbox/story");
}
