import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loggedPath, ROUTE_SEGMENTS, requestLevel } from "./request-log";

const app = join(import.meta.dirname, "../../app");

describe("the path of a logged request", () => {
  it.each([
    ["/cards", "/cards"],
    ["/", "/"],
    ["/cards/0198f2b0-0000-7000-8000-000000000001?tab=notes", "/cards/[…]"],
    ["/customers/ada%40example.com", "/customers/[…]"],
    ["/welcome/Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo", "/welcome/[…]"],
    ["/api/search?q=4111111111111111", "/api/search"],
    ["/api/cards/abc/status", "/api/cards/[…]/status"],
    ["/_next/static/chunks/main.js", "/_next/[…]"],
    ["http://evil.example/\u001b[2J", "[…]//[…]/[…]"],
  ])("is shortened from %s to %s", (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });

  it("keeps the static segments of every route", () => {
    const fixed = readdirSync(app, { recursive: true, encoding: "utf8" })
      .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
      .flatMap((file) => file.split("/").slice(0, -1))
      .filter((part) => !/^[([]/.test(part));
    expect(fixed.filter((part) => !ROUTE_SEGMENTS.has(part))).toEqual([]);
  });
});

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
