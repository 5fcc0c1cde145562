import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BACKGROUND_WORK, JOBS } from "./background-work";

const lib = new URL("../", import.meta.url);
const DECLARATION = /export const (\w+): (?:BackgroundWork|Job<object>) = \{\s*name: (?:"([\w-]+)"|(\w+)),/g;

/** The names in the source, because work that is declared but not listed can't be imported by chance. */
function declaredNames(): string[] {
  const files = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test."),
  );
  return files.flatMap((file) => {
    const source = readFileSync(new URL(file, lib), "utf8");
    return [...source.matchAll(DECLARATION)].map(
      ([, , name, constant]) =>
        name ?? source.match(new RegExp(`const ${constant} = "([\\w-]+)"`))?.[1] ?? "?",
    );
  });
}

const SCHEDULES: Record<string, string> = { "* * * * *": "Every minute", "*/10 * * * *": "Every 10 minutes" };

describe("background work", () => {
  it("is listed wherever it is declared", () => {
    expect(declaredNames().sort()).toEqual(BACKGROUND_WORK.map(({ name }) => name).sort());
  });

  it.each(BACKGROUND_WORK)("$name is described in sentences", (work) => {
    const { purpose, trigger, concurrency, retries, crash } = work;
    for (const text of [purpose, trigger, concurrency, retries, crash]) expect(text).toMatch(/^[A-Z].+\.$/);
  });

  it.each(JOBS)("$name runs when its description says", ({ cron, trigger }) => {
    expect(trigger.startsWith(SCHEDULES[cron] ?? "an unknown schedule")).toBe(true);
  });
});
