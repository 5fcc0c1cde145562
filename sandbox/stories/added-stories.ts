import type { World } from "@/sandbox/worlds/world";
import { readStoryText, StoryError, type WrittenStory } from "./read-story";
import { readShippedStory, SHIPPED_STORIES } from "./shipped-stories";

export type ListedStory = {
  story: string;
  name: string;
  description: string | null;
  /** It begins with new data. */
  replaces: boolean;
};

const MAX_ADDED = 20;
const MAX_CHARACTERS = 500_000;

/** By world and by the story's name in calls: `a-stolen-card`. */
const ADDED = new WeakMap<World, Map<string, WrittenStory>>();

/** Keeps the story until the sandbox stops, to be told by its name. One of the same name is replaced. */
export function addStory(world: World, text: string): ListedStory {
  if (text.length > MAX_CHARACTERS)
    throw new StoryError(`must be at most ${MAX_CHARACTERS.toLocaleString("en")} characters`);
  const written = readStoryText(text);
  const added = addedTo(world);
  const story = nameInCalls(written.story.name, added);
  if (!added.has(story) && added.size >= MAX_ADDED)
    throw new StoryError(`${MAX_ADDED} stories were added already, which is the most`);
  added.set(story, written);
  return describe(story, written);
}

/** Those that come with the sandbox, then those that were added to this world. */
export function listStories(world: World): ListedStory[] {
  return [...SHIPPED_STORIES, ...addedTo(world).keys()].flatMap((story) => {
    const written = findStory(world, story);
    return written ? [describe(story, written)] : [];
  });
}

/** Null if there is none of this name. */
export function findStory(world: World, name: string): WrittenStory | null {
  return readShippedStory(name) ?? addedTo(world).get(name) ?? null;
}

function addedTo(world: World): Map<string, WrittenStory> {
  const added = ADDED.get(world) ?? new Map<string, WrittenStory>();
  ADDED.set(world, added);
  return added;
}

/** Of stories whose names look the same in calls, each has a number. */
function nameInCalls(name: string, added: ReadonlyMap<string, WrittenStory>): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 50);
  const base = slug || "story";
  for (let count = 1; ; count += 1) {
    const story = count === 1 ? base : `${base}-${count}`;
    const other = readShippedStory(story) ?? added.get(story);
    if (!other || (added.has(story) && other.story.name === name)) return story;
  }
}

function describe(story: string, written: WrittenStory): ListedStory {
  const { name, description, starts } = written.story;
  return { story, name, description: description ?? null, replaces: starts !== undefined };
}
