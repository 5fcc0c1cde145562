import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ACTIONS, PAGES, ROUTES } from "@/e2e/specs/access/matrix";

const root = join(import.meta.dirname, "..");

const files = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);

const routePath = (file: string) =>
  `/${file
    .split("/")
    .slice(1, -1)
    .filter((part) => !part.startsWith("("))
    .join("/")}`;

const source = (file: string) => readFileSync(join(root, file), "utf8");

const pages = files("app").filter((file) => file.endsWith("/page.tsx"));
const routes = files("app").filter((file) => file.endsWith("/route.ts"));
const actions = files("lib/actions").filter(
  (file) => !file.includes(".test.") && source(file).startsWith('"use server"'),
);
const actionName = (file: string) => file.slice("lib/actions/".length, -".ts".length);

describe("the access matrix", () => {
  it("lists exactly the existing pages", () => {
    expect(Object.keys(PAGES).sort()).toEqual(pages.map(routePath).sort());
  });

  it("lists exactly the existing routes", () => {
    expect(Object.keys(ROUTES).sort()).toEqual(routes.map(routePath).sort());
  });

  it("lists exactly the existing actions", () => {
    expect(Object.keys(ACTIONS).sort()).toEqual(actions.map(actionName).sort());
  });

  it.each(pages.filter((file) => PAGES[routePath(file)] !== "public"))(
    "%s cannot be rendered without a permission",
    (file) => {
      expect(source(file)).toMatch(/export default definePage\(\{\s*permission: "/);
    },
  );

  it.each(pages.filter((file) => PAGES[routePath(file)] !== "public"))(
    "%s passes its own route to the audit log",
    (file) => {
      expect(source(file)).toContain(`\n  path: "${routePath(file)}",\n`);
    },
  );

  it.each(actions.filter((file) => ACTIONS[actionName(file)] !== "public"))(
    "%s cannot be called without a permission",
    (file) => {
      expect(source(file)).toMatch(/= defineAction\(\{\s*permission: "/);
    },
  );

  // Load balancers may probe with HEAD, and lib/auth/auth-request.ts serves no HEAD at all.
  const handlesHead = (file: string) => /^app\/api\/(?:health|auth)\//.test(file);

  it.each(routes.filter((file) => /\bGET\b/.test(source(file)) && !handlesHead(file)))(
    "%s rejects HEAD, which Next would otherwise run as GET",
    (file) => {
      expect(source(file)).toContain("rejectHead as HEAD");
    },
  );
});
