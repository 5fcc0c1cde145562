import { z } from "zod";
import { INSTANT, isWithinClock } from "@/sandbox/clock";
import { createRoutes } from "@/sandbox/http/env";
import { parse, readJson } from "@/sandbox/http/http-error";
import { moveClock } from "@/sandbox/operations/move-clock";
import { resetWorld } from "@/sandbox/operations/reset-world";
import { DEFAULT_SEED, MAX_SIZE, SCENARIOS } from "@/sandbox/scenarios/generate-state";
import type { World } from "@/sandbox/worlds/world";
import type { Worlds } from "@/sandbox/worlds/worlds";

export const ResetRequest = z.object({
  scenario: z.enum(SCENARIOS, { error: `must be one of ${SCENARIOS.join(", ")}` }).default("demo"),
  cards: z.int().min(0).max(MAX_SIZE.cards).optional(),
  transactions: z.int().min(0).max(MAX_SIZE.transactions).optional(),
  now: z
    .string()
    .regex(INSTANT, { error: "must be an ISO 8601 instant" })
    .transform((text) => new Date(text))
    .refine((now) => isWithinClock(now.getTime()), { error: "must be in the years 2000 to 2099" })
    .optional(),
  seed: z.int().min(0).max(2_147_483_647).default(DEFAULT_SEED),
});

export function worldRoutes(worlds: Worlds) {
  const routes = createRoutes();

  routes.get("/health", (context) => {
    const { world } = context.var;
    const { scenario, seed } = world.state.program;
    const engine = worlds.folder ? "files" : "memory";
    return context.json({ status: "ready", engine, world: world.name, scenario, seed, ...contentsOf(world) });
  });

  routes.post("/reset", async (context) => {
    const request = parse(ResetRequest, await readJson(context));
    const { world } = context.var;
    const startedAt = Date.now();
    await resetWorld(worlds, world, request);
    const { scenario, seed } = request;
    return context.json({ scenario, seed, ...contentsOf(world), durationMs: Date.now() - startedAt });
  });

  routes.get("/clock", (context) => context.json(readClock(context.var.world)));

  routes.post("/clock", async (context) => {
    const body = await readJson(context);
    const { world } = context.var;
    moveClock(world, body);
    return context.json(readClock(world));
  });

  return routes;
}

export function describeWorld({ keys }: Worlds, world: World) {
  const { name, state, createdAt, lastUsedAt } = world;
  const { scenario, seed } = state.program;
  return { name, key: keys.keyOf(name), scenario, seed, ...contentsOf(world), createdAt, lastUsedAt };
}

function contentsOf(world: World) {
  const { replacedAt } = world;
  const { cards, transactions, designs } = world.state;
  const counts = { cards: cards.size, transactions: transactions.size, designs: designs.size };
  return { counts, clock: readClock(world), replacedAt };
}

function readClock({ clock }: World) {
  return { now: clock.now().toISOString(), offsetSeconds: Math.round(clock.offsetMs / 1000) };
}
