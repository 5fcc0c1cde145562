import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IssuerResult } from "@/lib/issuer/failure";
import { log } from "@/lib/log";
import { databaseNow, type ReadInfo } from "./reading";
import { writeCards } from "./write-cards";

/** An answer, and when the issuer was asked, by the database's clock. */
export type DatedResult<T> = IssuerResult<T> & { requestedAt: Date };

/**
 * Asks the issuer for a card and puts the answer into the index at once. The index is a copy: should it fail,
 * what was asked has still happened, and the feeder will catch up.
 */
export async function recordInIndex<Answer extends Card>(
  source: ReadInfo["source"],
  ask: () => Promise<IssuerResult<Answer>>,
): Promise<DatedResult<Answer>> {
  const requestedAt = await databaseNow();
  const answered = await ask();
  if (!answered.ok) return { ...answered, requestedAt };
  await writeCards([answered.data], { requestedAt, source }).catch((error) =>
    log().error({ err: error }, "Could not record a card in the index"),
  );
  return { ...answered, requestedAt };
}
