import { describe, expect, it } from "vitest";
import { requestLevel } from "./request-log";

describe("the level of a logged request", () => {
  const request = { method: "GET", path: "/cards", status: 200, durationMs: 40 };

  it.each([
    ["debug", "an ordinary one", {}],
    ["debug", "a rejected one", { status: 403 }],
    ["warn", "a failed one", { status: 500 }],
    ["info", "a slow one", { durationMs: 3_000 }],
    ["debug", "an event stream", { path: "/api/events", durationMs: 300_000 }],
    ["debug", "an export", { path: "/api/cards/export", durationMs: 9_000 }],
    ["debug", "a file", { path: "/api/reports/[…]/file", durationMs: 9_000 }],
    ["debug", "a health check that fails", { path: "/api/health/ready", status: 503 }],
  ])("is %s for %s", (level, _, change) => {
    expect(requestLevel({ ...request, ...change })).toBe(level);
  });
});
