import { Hono } from "hono";
import { z } from "zod";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import type { Sandbox } from "@/sandbox/sandbox";
import { DEFAULT_SEED, resetWorld, SCENARIOS } from "@/sandbox/scenarios/reset-world";
import { listDesigns } from "@/sandbox/store/designs";
import { countAll } from "@/sandbox/store/lists";
import { getWorld, saveClockOffset } from "@/sandbox/store/world";
import type { Faults } from "./faults";

const MIN_TIME = Date.parse("2000-01-01T00:00:00Z");
const MAX_TIME = Date.parse("2100-01-01T00:00:00Z");
// A time without a zone would be parsed in the system's zone.
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

const Reset = z.object({
  scenario: z.enum(SCENARIOS, { error: `must be one of ${SCENARIOS.join(", ")}` }).default("demo"),
  cards: z.int().min(0).max(5_000_000).optional(),
  transactions: z.int().min(0).max(50_000_000).optional(),
  seed: z.int().min(0).max(2_147_483_647).default(DEFAULT_SEED),
});

const ClockChange = z.union(
  [z.object({ now: z.string().regex(INSTANT) }), z.object({ advanceSeconds: z.number() })],
  { error: "must hold now (an ISO 8601 instant) or advanceSeconds (a number)" },
);

export function worldRoutes(sandbox: Sandbox, faults: Faults) {
  const { db, clock, deliveries } = sandbox;
  const routes = new Hono({ strict: false });
  const readClock = () => ({
    now: clock.now().toISOString(),
    offsetSeconds: Math.round(clock.offsetMs / 1000),
  });
  const counts = async () => ({
    cards: await countAll(db.pool, "cards"),
    transactions: await countAll(db.pool, "transactions"),
    designs: (await listDesigns(db.pool)).length,
  });

  routes.get("/health", async (context) => {
    const { scenario, seed } = await getWorld(db.pool);
    return context.json({
      status: "ready",
      engine: db.engine,
      scenario,
      seed,
      counts: await counts(),
      clock: readClock(),
    });
  });

  routes.post("/reset", async (context) => {
    const request = parse(Reset, await readJson(context));
    const startedAt = Date.now();
    await deliveries.stop();
    try {
      await resetWorld(sandbox, request);
      faults.clear();
    } finally {
      deliveries.start();
    }
    return context.json({
      scenario: request.scenario,
      seed: request.seed,
      counts: await counts(),
      clock: readClock(),
      durationMs: Date.now() - startedAt,
    });
  });

  routes.get("/clock", (context) => context.json(readClock()));

  routes.post("/clock", async (context) => {
    const change = parse(ClockChange, await readJson(context));
    const now =
      "now" in change ? Date.parse(change.now) : clock.now().getTime() + change.advanceSeconds * 1000;
    if (!(now >= MIN_TIME && now < MAX_TIME)) {
      throw new HttpError(400, "The clock must stay within the years 2000 to 2099");
    }
    clock.offsetMs = now - Date.now();
    await saveClockOffset(db.pool, clock.offsetMs);
    return context.json(readClock());
  });

  return routes;
}
