import type { Invariant } from "./invariant";

export const eventsArrive: Invariant = {
  name: "events-arrive",
  promise: "Every event after a page was loaded reaches that page.",
  when: "end",
  async findViolation({ world, crowd, browsers }) {
    const changed = new Set(crowd.intents.flatMap(({ act }) => ("target" in act ? [act.target] : [])));
    const rows = await world.databases.dashboard.read<{ id: number; topic: string }>(
      "select id, topic from events order by id",
    );
    const events = rows.map(({ id, topic }) => ({ id: Number(id), topic }));
    // The last ones may be under way.
    const arrived = events.slice(0, -20);
    for (const browser of browsers) {
      if (browser.isSignedOut || changed.has(browser.person)) continue;
      const missed = browser.findMissed(arrived);
      if (missed)
        return `${browser.person}'s page since ${browser.since} missed event ${missed.id} (${missed.topic})`;
    }
    return null;
  },
};
