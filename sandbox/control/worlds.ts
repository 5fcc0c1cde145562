import { z } from "zod";
import { createRoutes } from "@/sandbox/http/env";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import { restoreWorld } from "@/sandbox/operations/reset-world";
import { copyState } from "@/sandbox/store/state";
import { noteChanges } from "@/sandbox/worlds/request-log";
import { isWorldName, WORLD_NAME_RULE } from "@/sandbox/worlds/world-keys";
import type { Worlds } from "@/sandbox/worlds/worlds";
import { WebhookRequest } from "./webhooks";
import { describeWorld, ResetRequest } from "./world";

const Name = z.string({ error: WORLD_NAME_RULE }).refine(isWorldName, { error: WORLD_NAME_RULE });

const NewWorld = ResetRequest.extend({
  name: Name,
  /** A world to start as a copy of. */
  from: Name.optional(),
  webhook: WebhookRequest.optional(),
});

const NewSnapshot = z.object({ name: Name });

/** Every key may see which worlds there are, and make or delete them; what is in them needs their own keys. */
export function worldsRoutes(worlds: Worlds) {
  const routes = createRoutes();

  routes.get("/worlds", (context) => {
    const listed = worlds.names.map((name) => {
      const world = worlds.findOpened(name);
      return world ? describeWorld(worlds, world) : { name, key: worlds.keys.keyOf(name) };
    });
    return context.json({ worlds: listed, limit: worlds.limit });
  });

  routes.post("/worlds", async (context) => {
    const { name, from, webhook, ...request } = parse(NewWorld, await readJson(context));
    if (from !== undefined && !worlds.has(from)) throw new HttpError(400, `from: there is no world ${from}`);
    const world = await worlds.create(name, async () =>
      from === undefined ? worlds.generate(request) : copyState((await worlds.open(from)).state),
    );
    noteChanges([`world ${name} created`]);
    if (webhook) world.setWebhook(webhook);
    return context.json(describeWorld(worlds, world), 201);
  });

  routes.delete("/worlds/:name", async (context) => {
    const name = context.req.param("name");
    if (!worlds.has(name)) throw new HttpError(404, "World not found");
    if (name === worlds.keys.defaultName) throw new HttpError(409, "The default world can't be deleted");
    await worlds.delete(name);
    noteChanges([`world ${name} deleted`]);
    return context.json({ deleted: name });
  });

  routes.get("/snapshots", (context) => context.json({ snapshots: context.var.world.snapshots.list() }));

  routes.post("/snapshots", async (context) => {
    const { name } = parse(NewSnapshot, await readJson(context));
    const snapshot = context.var.world.snapshots.take(name);
    noteChanges([`snapshot ${name} taken`]);
    return context.json(snapshot, 201);
  });

  routes.post("/snapshots/:name/restore", async (context) => {
    const { world } = context.var;
    const state = await world.snapshots.read(context.req.param("name"));
    if (!state) throw new HttpError(404, "Snapshot not found");
    await restoreWorld(world, state);
    return context.json(describeWorld(worlds, world));
  });

  routes.delete("/snapshots/:name", (context) => {
    const name = context.req.param("name");
    if (!context.var.world.snapshots.delete(name)) throw new HttpError(404, "Snapshot not found");
    noteChanges([`snapshot ${name} deleted`]);
    return context.json({ deleted: name });
  });

  return routes;
}
