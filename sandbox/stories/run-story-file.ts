import { readFile } from "node:fs/promises";
import type { Worlds } from "@/sandbox/worlds/worlds";
import { readStoryText, StoryError, type WrittenStory } from "./read-story";
import { readShippedStory } from "./shipped-stories";
import { startStory } from "./start-story";
import type { StoryState } from "./story-player";

type Options = {
  worlds: Worlds;
  /** Where the sandbox is reachable; report links start with it. */
  origin: string;
  /** The default world if it is missing. */
  worldName?: string | undefined;
};

/** Tells the story of a file at once. Throws a StoryError with a sentence if it can't be told, or takes another course. */
export async function runStoryFile(path: string, options: Options): Promise<StoryState> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StoryError(`${path}: ${error.code === "ENOENT" ? "there is no such file" : error.message}`);
  });
  try {
    return await runStory(readStoryText(text), options);
  } catch (error) {
    if (error instanceof StoryError) throw new StoryError(`${path}: ${error.message}`);
    throw error;
  }
}

/** Tells a story that comes with the sandbox at once. */
export async function runShippedStory(name: string, options: Options): Promise<StoryState> {
  const written = readShippedStory(name);
  if (!written) throw new StoryError(`There is no story ${name}`);
  return runStory(written, options);
}

async function runStory(written: WrittenStory, { worlds, origin, worldName }: Options): Promise<StoryState> {
  const world = await worlds.open(worldName ?? worlds.keys.defaultName);
  const player = await startStory(worlds, world, written, { origin });
  player.play("instant");
  await player.finished();
  if (player.state.error !== null) throw new StoryError(player.state.error);
  return player.state;
}
