import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IssuerResult } from "@/lib/issuer/failure";
import { log } from "@/lib/log";
import { databaseNow, type ReadInfo } from "./index-write";
import { writeCards } from "./write-cards";

/** The issuer's result and when it was requested, by the database's clock. */
export type DatedResult<T> = IssuerResult<T> & { requestedAt: Date };

/**
 * Sends a request that returns a card, and writes that card to the index. A failed write is only logged: the request
 * has taken effect anyway, and the sync will catch up.
 */
export async function recordInIndex<Returned extends Card>(
  source: ReadInfo["source"],
  send: () => Promise<IssuerResult<Returned>>,
): Promise<DatedResult<Returned>> {
  const requestedAt = await databaseNow();
  const result = await send();
  if (!result.ok) return { ...result, requestedAt };
  await writeCards([result.data], { requestedAt, source }).catch((error) =>
    log().error({ err: error }, "Could not record a card in the index"),
  );
  return { ...result, requestedAt };
}
