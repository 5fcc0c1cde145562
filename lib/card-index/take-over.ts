import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IssuerResult } from "@/lib/issuer/failure";
import { log } from "@/lib/log";
import { indexClock, type Reading } from "./reading";
import { writeCards } from "./write-cards";

/** An answer, and when the issuer was asked, by the database's clock. */
export type DatedResult<T> = IssuerResult<T> & { askedAt: Date };

/**
 * Asks the issuer for a card and puts the answer into the index at once. The index is a copy: should it fail,
 * what was asked has still happened, and the feeder will catch up.
 */
export async function takeOver<Answer extends Card>(
  source: Reading["source"],
  ask: () => Promise<IssuerResult<Answer>>,
): Promise<DatedResult<Answer>> {
  const askedAt = await indexClock();
  const answered = await ask();
  if (!answered.ok) return { ...answered, askedAt };
  await writeCards([answered.data], { askedAt, source }).catch((error) =>
    log().error({ err: error }, "Could not record a card in the index"),
  );
  return { ...answered, askedAt };
}
