import { currentActor } from "@/lib/auth/actor";
import { runOn } from "@/simulator/edges/machines";
import { NAMES } from "@/simulator/names";
import { driveUntilDone, type World } from "@/simulator/world";
import type { Invariant } from "./invariant";

export const sessionLimit: Invariant = {
  name: "session-limit",
  promise: "Nobody has more sessions than are allowed.",
  when: "end",
  async findViolation({ world, crowd, plan }) {
    if (plan.sessionLimit === null) return null;
    for (const name of NAMES) {
      let active = 0;
      for (const { cookie } of crowd.people[name].sessions)
        if (await driveUntilDone(isActive(world, cookie))) active += 1;
      if (active > plan.sessionLimit) return `${name} has ${active} sessions`;
    }
    return null;
  },
};

/** Asks as a browser with this cookie. */
async function isActive({ dashboards }: World, cookie: string): Promise<boolean> {
  const machine = dashboards.find(({ isAlive }) => isAlive);
  if (!machine) throw new Error("No dashboard is running");
  return runOn(machine, { cookie, operationId: null }, async () => (await currentActor()) !== null);
}
