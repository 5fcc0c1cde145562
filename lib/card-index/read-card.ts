import "server-only";
import type { CardDetail } from "@/lib/contract/card";
import { publish } from "@/lib/events/bus";
import { issuer } from "@/lib/issuer/issuer";
import { log } from "@/lib/log";
import { databaseNow } from "./reading";
import type { DatedResult } from "./take-over";
import { writeCards } from "./write-cards";

export type DatedCardResult = DatedResult<CardDetail>;

/** Asks the issuer for a card. What the answer shows to have changed elsewhere is recorded and published at once. */
export async function readCard(cardId: string): Promise<DatedCardResult> {
  const requestedAt = await databaseNow();
  const answered = await issuer().retrieveCard(cardId);
  if (!answered.ok) return { ...answered, requestedAt };
  try {
    const { changed } = await writeCards([answered.data], { requestedAt, source: "feed" });
    if (changed.length > 0) await publish(["cards", `card:${cardId}`, "attention"]);
  } catch (error) {
    log().error({ err: error }, "Could not record a card in the index");
  }
  return { ...answered, requestedAt };
}
