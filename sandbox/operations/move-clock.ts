import { z } from "zod";
import { INSTANT, isWithinClock } from "@/sandbox/clock";
import { HttpError, parse } from "@/sandbox/http/http-error";
import type { World } from "@/sandbox/worlds/world";

const ClockChange = z.union(
  [z.object({ now: z.string().regex(INSTANT) }), z.object({ advanceSeconds: z.number() })],
  { error: "must hold now (an ISO 8601 instant) or advanceSeconds (a number)" },
);

export function moveClock(world: World, body: unknown): void {
  const change = parse(ClockChange, body);
  const now =
    "now" in change ? Date.parse(change.now) : world.clock.now().getTime() + change.advanceSeconds * 1000;
  if (!isWithinClock(now)) throw new HttpError(400, "The clock must stay within the years 2000 to 2099");
  world.setClock(now - Date.now());
  world.recorder.addJump();
}
