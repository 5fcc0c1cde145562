/**
 * Earlier fixes of the product, each with the code from before and the seed that finds it (`--known-bugs`).
 * @type {Record<string, import("./bundle-simulator.mjs").Patch & { seed: number }>}
 */
export const KNOWN_BUGS = {
  // An operation that was resolved in the meantime is opened again by the late result of its own process.
  "no-state-guard": {
    seed: 37,
    file: "lib/audit/operations.ts",
    from: 'if (state === "failed") return outcome === "succeeded";',
    to: "if (state) return true;",
  },
  // Every instance that asks for the lease gets it.
  "lease-without-token": {
    seed: 1,
    file: "lib/card-index/sync/index-lease.ts",
    from: "where holder = $1 or ends_at < clock_timestamp()",
    to: "where $1::uuid is not null",
  },
  // An event between the reading of the missed ones and the subscription is lost.
  "event-gap": {
    seed: 32,
    file: "lib/events/stream-hub.ts",
    from: "if (stream) await catchUp(stream, lastEventId);",
    to: "if (stream) hub.streams.delete(stream);\n  if (stream) await catchUp(stream, lastEventId);\n  if (stream) hub.streams.add(stream);",
  },
  // A freeze that the issuer confirmed is recorded as failed if the card can't be read afterward.
  "read-back-failed": {
    seed: 13,
    file: "lib/card-index/change-card.ts",
    from: "trace.message = ",
    to: "if (after && !after.ok) return failure(toAppError(after.failure));\n  trace.message = ",
  },
  // A password change that began before the person was disabled makes them active again.
  "password-undoes-disable": {
    seed: 4,
    file: "lib/auth/one-time-links.ts",
    from: "update people set password_hash = $3 where id = $1 and password_hash = $2 and state = 'active'",
    to: "update people set password_hash = $3, state = 'active' where id = $1 and password_hash = $2",
  },
};
