import { readFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "@playwright/test";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import type { Role } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";

const ROOT = join(import.meta.dirname, "..", "..");

export type Visitor = Awaited<ReturnType<typeof signIn>>;

/** A signed-in person without a browser. */
export async function signIn(origin: string, role: Role) {
  const context = await request.newContext({ baseURL: origin });
  await signInWithRole(context, role);
  const { cookies } = await context.storageState();
  await context.dispose();
  return visitorWith(origin, cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
}

export function visitorWith(origin: string, cookie: string) {
  return {
    origin,
    cookie,
    get: (path: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, { redirect: "manual", ...init, headers: { cookie, ...init.headers } }),
    /** Calls a server action as a page does. Throws if no answer arrives. */
    async act<Data = unknown>(name: string, operationId: string, input: unknown): Promise<Result<Data>> {
      const { id, page } = findAction(name);
      const response = await fetch(`${origin}${page}`, {
        method: "POST",
        headers: { cookie, "next-action": id, "content-type": "text/plain;charset=UTF-8" },
        body: JSON.stringify([operationId, input]),
      });
      return readActionResult(await response.text(), response.status);
    },
  };
}

type Manifest = {
  node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
};

let manifest: Manifest | undefined;

/** An action has a new ID in each build. */
function findAction(name: string): { id: string; page: string } {
  manifest ??= JSON.parse(
    readFileSync(join(ROOT, ".next/server/server-reference-manifest.json"), "utf8"),
  ) as Manifest;
  const [id, action] =
    Object.entries(manifest.node).find(([, { exportedName }]) => exportedName === name) ?? [];
  const pages = Object.keys(action?.workers ?? {});
  const page = pages.find((worker) => !worker.includes("[")) ?? pages[0];
  if (!id || !page) throw new Error(`The build has no action ${name}`);
  const path = page.replace(/^app(\/\([a-z]+\))?/, "").replace(/\/page$/, "") || "/";
  // The action runs before the page is rendered, so that the page of any card will do.
  return { id, page: path.replace(/\[\w+\]/g, "-") };
}

/** The response is a stream of rows `<number>:<JSON>`; row 0 names the row of the result. */
function readActionResult<Data>(text: string, status: number): Result<Data> {
  const rows = new Map(text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line] as const));
  const parse = (row: string | undefined) => JSON.parse((row ?? "").slice((row ?? "").indexOf(":") + 1));
  try {
    return parse(rows.get(String(parse(rows.get("0")).a).slice(2)));
  } catch {
    throw new Error(`No result in the response ${status}: ${text.slice(0, 300)}`);
  }
}
