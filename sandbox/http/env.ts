import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { World } from "@/sandbox/worlds/world";

/** What every route below the API key finds in its context. */
export type WorldEnv = { Bindings: Partial<HttpBindings>; Variables: { world: World; isLogged?: boolean } };

export function createRoutes() {
  return new Hono<WorldEnv>({ strict: false });
}
