import { readdirSync, readFileSync } from "node:fs";
import { storyJsonSchema } from "./json-schema";

const FOLDER = "sandbox/stories";

/**
 * The files that follow from others, by path: the JSON schema for editors, and the shipped stories as one module, because
 * a bundle has no folder to read them from.
 */
export function generatedStoryFiles(): Record<string, string> {
  const files = readdirSync(`${FOLDER}/shipped`).sort();
  const texts = files.map((file) => [
    file.replace(".yaml", ""),
    readFileSync(`${FOLDER}/shipped/${file}`, "utf8"),
  ]);
  return {
    [`${FOLDER}/story.schema.json`]: toText(storyJsonSchema()),
    [`${FOLDER}/shipped.json`]: toText(Object.fromEntries(texts)),
  };
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
