import { readStoryText, type WrittenStory } from "./read-story";
import texts from "./shipped.json" with { type: "json" };

/** The stories that come with the sandbox, by name: `a-quiet-month`. */
const TEXTS: Record<string, string> = texts;

export const SHIPPED_STORIES: readonly string[] = Object.keys(TEXTS);

/** Null if there is none of this name. */
export function readShippedStory(name: string): WrittenStory | null {
  const text = shippedStoryText(name);
  return text === null ? null : readStoryText(text);
}

export function shippedStoryText(name: string): string | null {
  return Object.hasOwn(TEXTS, name) ? (TEXTS[name] ?? null) : null;
}
