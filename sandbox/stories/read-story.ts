import { type Document, isScalar, LineCounter, type ParsedNode, parseDocument } from "yaml";
import type { z } from "zod";
import { Story } from "./story";

/** A story that can't be told, or that took another course; the message is for the person who wrote it. */
export class StoryError extends Error {
  override name = "StoryError";
}

export type Path = readonly PropertyKey[];

export type WrittenStory = {
  story: Story;
  /** Null if the story doesn't come from a file. */
  lineOf(path: Path): number | null;
};

const MAX_PROBLEMS = 10;
const MAX_KEY_COMPARISONS = 2_000_000;

/** Reads a file in YAML or JSON. */
export function readStoryText(text: string): WrittenStory {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    uniqueKeys: limitedComparison(),
  });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const [problem] = document.errors;
  if (problem) throw new StoryError(`line ${lineAt(problem.pos[0])}: ${problem.message}`);
  const lineOf = (path: Path): number | null => {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      const range = (node as { range?: [number, number, number] } | undefined)?.range;
      if (range) return lineAt(range[0]);
    }
    return null;
  };
  return checkStory(toValue(document), lineOf);
}

/** The parser compares each field with all others of its object, so many fields would take minutes. */
function limitedComparison(): (one: ParsedNode, other: ParsedNode) => boolean {
  let left = MAX_KEY_COMPARISONS;
  return (one, other) => {
    left -= 1;
    if (left < 0) throw new StoryError("the story has too many fields");
    return isScalar(one) && isScalar(other) && one.value === other.value;
  };
}

/** Aliases could make a short text huge; the parser refuses that with an error. */
function toValue(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new StoryError(error instanceof Error ? error.message : String(error));
  }
}

/** Checks a story that was sent as an object. */
export function readStoryObject(input: unknown): WrittenStory {
  return checkStory(input, () => null);
}

/** `line 12, steps.3.purchase.amount`: steps count from 1, as people do. */
export function placeOf(path: Path, line: number | null): string {
  const field = path.map((part) => (typeof part === "number" ? part + 1 : String(part))).join(".");
  return [line === null ? "" : `line ${line}`, field].filter((part) => part !== "").join(", ") || "story";
}

function checkStory(input: unknown, lineOf: WrittenStory["lineOf"]): WrittenStory {
  const parsed = safeParse(input);
  if (parsed.success) return { story: parsed.data, lineOf };
  const problems = parsed.error.issues.slice(0, MAX_PROBLEMS);
  throw new StoryError(problems.map((issue) => describe(issue, lineOf)).join("; "));
}

function safeParse(input: unknown): z.ZodSafeParseResult<Story> {
  try {
    return Story.safeParse(input);
  } catch (error) {
    if (error instanceof RangeError) throw new StoryError("the story is nested too deeply");
    throw error;
  }
}

function describe(issue: z.core.$ZodIssue, lineOf: WrittenStory["lineOf"]): string {
  const [unknownField] = issue.code === "unrecognized_keys" ? issue.keys : [];
  const line = lineOf(unknownField === undefined ? issue.path : [...issue.path, unknownField]);
  return `${placeOf(issue.path, line)}: ${issue.message}`;
}
