import type pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { logConsole } from "./console-log";

const { error, warn } = console;
const slot = processWide<pino.Logger>("log");
let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  slot.current = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  logConsole();
});
afterEach(() => {
  Object.assign(console, { error, warn });
  slot.current = undefined;
});

describe("console output of Next", () => {
  it("is logged without Next's symbol and colors", () => {
    console.warn("\u001b[33m\u001b[1m⚠\u001b[22m\u001b[39m Invalid source map");
    expect(lines).toMatchObject([{ level: "warn", msg: "Invalid source map" }]);
  });

  it("keeps an error's stack and digest", () => {
    const failure = Object.assign(new Error("lost"), { digest: "2901" });
    console.error("⨯", failure);
    console.error("⨯", "uncaughtException: ", failure);
    expect(lines).toMatchObject([
      { level: "error", msg: "Unhandled error", err: { message: "lost", digest: "2901" } },
      { level: "error", msg: "uncaughtException", err: { stack: expect.stringContaining("lost") } },
    ]);
  });

  it("is one line if it is about what the caller did wrong", () => {
    const unknown = new Error(
      'Failed to find Server Action "00".\nRead more: https://nextjs.org/docs/messages/failed-to-find-server-action',
    );
    for (let number = 0; number < 3; number += 1) {
      console.warn(unknown);
      console.warn("Request body exceeded 1 MB for /cards. Only the first 1 MB will be available");
    }
    expect(lines).toMatchObject([
      { level: "warn", msg: "Unknown actions were called", count: 1 },
      { level: "warn", msg: "Request bodies were too large", count: 1 },
    ]);
  });

  it("is not logged if it is empty", () => {
    console.error("");
    expect(lines).toEqual([]);
  });
});
