import "server-only";
import type { Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { NEEDS_PERSON } from "@/lib/jobs/resolve-operations";

export const operationsReader: Reader = {
  conditions: ["outcome-unknown"],
  async read() {
    const { rows } = await (await pool()).query<{ count: number }>(
      `select count(*)::int as count from operations where ${NEEDS_PERSON}`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return [];
    const detail = `The outcome of ${countOf(count, "operation")} is unknown.`;
    return [{ condition: "outcome-unknown", subject: "", detail }];
  },
};
