import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findRoute, loggedPath, ROUTES } from "./routes";

const app = join(import.meta.dirname, "../../app");

const CASES = [
  ["/cards", "/cards", "/cards"],
  ["/", "/", "/"],
  ["/cards/0198f2b0-0000-7000-8000-000000000001?tab=notes", "/cards/[…]", "/cards/[cardId]"],
  ["/customers/ada%40example.com", "/customers/[…]", "/customers/[externalCustomerId]"],
  ["/welcome/Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo", "/welcome/[…]", "/welcome/[token]"],
  ["/api/search?q=4111111111111111", "/api/search", "/api/search"],
  ["/api/cards/abc/status", "/api/cards/[…]/status", "/api/cards/[cardId]/status"],
  ["/api/auth/callback/credentials", "/api/auth/[…]/[…]", "/api/auth/[...nextauth]"],
  ["/_next/static/chunks/main.js", "/_next/[…]", "/_next/[…]"],
  ["http://evil.example/\u001b[2J", "[…]//[…]/[…]", null],
  ["/wp-login.php", "/[…]", null],
  ["/cards/cards/cards/cards", "/cards/cards/cards/cards", null],
] as const;

describe("the path of a logged request", () => {
  it.each(CASES)("is shortened from %s to %s", (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });

  it.each(CASES)("of %s (%s) belongs to the route %s", (_, path, route) => {
    expect(findRoute(path)).toBe(route);
  });
});

it("lists every page and route of the app folder", () => {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" });
  const routes = files
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file))
    .map((file) =>
      file
        .split("/")
        .slice(0, -1)
        .filter((part) => !part.startsWith("(")),
    )
    .map((segments) => `/${segments.join("/")}`);
  expect([...ROUTES].sort()).toEqual(routes.sort());
});
