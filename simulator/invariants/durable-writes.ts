import type { Invariant } from "./invariant";

export const durableWrites: Invariant = {
  name: "durable-writes",
  promise: "What a person was told is done is still there after any crash.",
  when: "end",
  async findViolation({ world, crowd }) {
    const database = world.databases.dashboard;
    const operations = await database.read<{ id: string; state: string }>("select id, state from operations");
    const notes = await database.read<{ id: string }>("select id::text from notes");
    for (const { operationId, act, answers } of crowd.intents) {
      const done = answers.find(({ result }) => result?.ok)?.result;
      // These have no operation of their own.
      if (!done?.ok || act.do === "sign-in" || act.do === "sign-out") continue;
      const operation = operations.find(({ id }) => id === operationId);
      if (operation?.state !== "succeeded")
        return `${operationId} was reported as done and is ${operation?.state ?? "gone"}`;
      const { id } = (done.data ?? {}) as { id?: string };
      if (act.do === "note" && !notes.some((note) => note.id === id)) return `The note ${id} is gone`;
    }
    return null;
  },
};
