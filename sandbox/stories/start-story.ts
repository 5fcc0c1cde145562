import { HttpError } from "@/sandbox/http/http-error";
import { resetWorld } from "@/sandbox/operations/reset-world";
import { DEFAULT_SEED } from "@/sandbox/scenarios/generate-state";
import type { World } from "@/sandbox/worlds/world";
import type { Worlds } from "@/sandbox/worlds/worlds";
import type { WrittenStory } from "./read-story";
import { scheduleStory } from "./schedule";
import { StoryPlayer } from "./story-player";
import { startTime } from "./times";

const PLAYERS = new WeakMap<World, StoryPlayer>();
/** Worlds that are being replaced for a story. */
const STARTING = new WeakSet<World>();

/** The story that is told in this world, or was told last. */
export function storyOf(world: World): StoryPlayer | null {
  return PLAYERS.get(world) ?? null;
}

/** Prepares the world and gives it the story, which is paused before its first event. */
export async function startStory(
  worlds: Worlds,
  world: World,
  written: WrittenStory,
  { origin }: { origin: string },
): Promise<StoryPlayer> {
  if (storyOf(world)?.isActive || STARTING.has(world))
    throw new HttpError(
      409,
      "This world is in the middle of a story. Stop it first: POST /sandbox/story/stop",
    );
  const { seed = DEFAULT_SEED, starts } = written.story;
  const now = starts?.now === undefined ? undefined : startTime(starts.now, new Date());
  // Before the world is replaced, so that a story with mistakes leaves it as it is.
  const events = scheduleStory(written, wholeSecond(now ?? (starts ? new Date() : world.clock.now())));
  if (starts) {
    const { scenario = "demo", cards, transactions } = starts;
    STARTING.add(world);
    try {
      await resetWorld(worlds, world, { scenario, seed, cards, transactions, now });
    } finally {
      STARTING.delete(world);
    }
  }
  const player = new StoryPlayer(written.story, events, world, origin);
  PLAYERS.set(world, player);
  return player;
}

/** The next one, so that nothing happens before the present. */
function wholeSecond(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / 1000) * 1000);
}
