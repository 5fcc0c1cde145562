import "server-only";
import { NEEDS_PERSON } from "@/lib/jobs/resolve-operations";
import { type Source, sample } from "./source";

export const operationsSource: Source = {
  name: "operations",
  metrics: ["cardwell_operations_open"],
  async read(db) {
    const { rows } = await db.query<{ begun: number; unknown: number; left_to_person: number }>(
      `select count(*) filter (where state = 'begun')::int as begun,
              count(*) filter (where state = 'unknown')::int as unknown,
              count(*) filter (where ${NEEDS_PERSON})::int as left_to_person
       from operations where state in ('begun', 'unknown')`,
    );
    const { begun = 0, unknown = 0, left_to_person = 0 } = rows[0] ?? {};
    return [
      sample("cardwell_operations_open", { state: "in-progress" }, begun),
      sample("cardwell_operations_open", { state: "resolving" }, unknown - left_to_person),
      sample("cardwell_operations_open", { state: "needs-person" }, left_to_person),
    ];
  },
};
