import type { Invariant } from "./invariant";

/** The outcome of each operation when it was last seen resolved; one map per simulated world. */
const seen = new WeakMap<object, Map<string, string>>();

export const resolvedOnce: Invariant = {
  name: "resolved-once",
  promise: "A resolved operation stays resolved; only the issuer's own late confirmation overrides failed.",
  when: "always",
  async findViolation({ world }) {
    const before = seen.get(world) ?? new Map<string, string>();
    seen.set(world, before);
    const rows = await world.databases.dashboard.read<{ id: string; state: string }>(
      "select id, state from operations",
    );
    for (const { id, state } of rows) {
      const earlier = before.get(id);
      if (earlier === "succeeded" && state !== "succeeded") return `${id} was succeeded and is now ${state}`;
      if (earlier === "failed" && state !== "failed" && state !== "succeeded")
        return `${id} was failed and is now ${state}`;
      if (state === "succeeded" || state === "failed") before.set(id, state);
    }
    return null;
  },
};
