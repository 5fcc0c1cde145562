import "server-only";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import type { DatedResult } from "@/lib/card-index/sync/record-in-index";
import { writeCards } from "@/lib/card-index/sync/write-cards";
import type { CardDetail } from "@/lib/contract/card";
import { publish } from "@/lib/events/bus";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";

export type DatedCardResult = DatedResult<CardDetail>;

/** Reads a card from the issuer, and records and publishes what has been changed elsewhere. */
export async function readCard(cardId: string): Promise<DatedCardResult> {
  const requestedAt = await databaseNow();
  const result = await issuer().retrieveCard(cardId);
  if (!result.ok) return { ...result, requestedAt };
  try {
    const { changed } = await writeCards([result.data], { requestedAt, source: "sync" });
    if (changed.length > 0) await publish(["cards", `card:${cardId}`, "attention"]);
  } catch (error) {
    log().error({ err: error }, "Could not record a card in the index");
  }
  return { ...result, requestedAt };
}
