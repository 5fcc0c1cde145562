import { time } from "@/simulator/edges/virtual-time";
import type { Invariant } from "./invariant";

/** Longer than a browser takes to reconnect. */
const MAX_DELAY_MS = 5_000;

export const eventsArrive: Invariant = {
  name: "events-arrive",
  promise: "Every event after a page was loaded reaches that page.",
  when: "end",
  async findViolation({ world, crowd, browsers }) {
    const changed = new Set(crowd.intents.flatMap(({ act }) => ("target" in act ? [act.target] : [])));
    const rows = await world.databases.dashboard.read<{ id: number; topic: string }>(
      "select id, topic from events where at < $1 order by id",
      [new Date(time.now - MAX_DELAY_MS)],
    );
    const events = rows.map(({ id, topic }) => ({ id: Number(id), topic }));
    for (const browser of browsers) {
      if (browser.isSignedOut || changed.has(browser.person)) continue;
      const missed = browser.findMissed(events);
      if (missed)
        return `${browser.person}'s page since ${browser.since} missed event ${missed.id} (${missed.topic})`;
    }
    return null;
  },
};
