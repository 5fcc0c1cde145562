import "server-only";
import type { Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";

export const operationsReader: Reader = {
  conditions: ["outcome-unknown"],
  async read() {
    // Without a next attempt, the job has given up.
    const { rows } = await (await pool()).query<{ count: number }>(
      "select count(*)::int as count from operations where state = 'unknown' and next_attempt_at is null",
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return [];
    const detail = `The outcome of ${countOf(count, "operation")} is unknown.`;
    return [{ condition: "outcome-unknown", subject: "", detail }];
  },
};
