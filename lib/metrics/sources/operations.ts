import "server-only";
import { type Source, sample } from "./source";

export const operationsSource: Source = {
  name: "operations",
  metrics: ["cardwell_operations_open"],
  async read(db) {
    // Without a next attempt, the job has given up.
    const { rows } = await db.query<{ begun: number; resolving: number; given_up: number }>(
      `select count(*) filter (where state = 'begun')::int as begun,
              count(*) filter (where state = 'unknown' and next_attempt_at is not null)::int as resolving,
              count(*) filter (where state = 'unknown' and next_attempt_at is null)::int as given_up
       from operations where state in ('begun', 'unknown')`,
    );
    return [
      sample("cardwell_operations_open", { state: "in-progress" }, rows[0]?.begun ?? 0),
      sample("cardwell_operations_open", { state: "resolving" }, rows[0]?.resolving ?? 0),
      sample("cardwell_operations_open", { state: "needs-person" }, rows[0]?.given_up ?? 0),
    ];
  },
};
