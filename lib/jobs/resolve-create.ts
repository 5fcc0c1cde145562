import "server-only";
import { z } from "zod";
import type { Evidence } from "@/lib/audit/operations";
import { CARD_COLUMNS, type CardRow, toCard } from "@/lib/card-index/card-row";
import type { Card } from "@/lib/contract/card";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { unseal } from "@/lib/db/seal";
import { storableText } from "@/lib/domain/cards/search-text";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { stripCustomerId, stripSecrets } from "@/lib/issuer/strip-secrets";
import type { Outcome, UnresolvedOperation } from "./outcome";
import { maxProcessingMs } from "./resolution-times";

/** A margin for the issuer's clock, in addition to the measured skew. */
const CLOCK_MARGIN_MS = 600_000;

/** The matching cards that existed before the request, to distinguish the new one from them. */
const BeforeCreate = z.object({ cardIds: z.array(z.string()), clockSkewMs: z.number().nullable() });
export type BeforeCreate = z.infer<typeof BeforeCreate>;

type CardTraits = Pick<Card, "externalCustomerId" | "cardName" | "cardType">;

/** Store the result as evidence before the request is sent. */
export async function readBeforeCreate(request: CreateCardRequest): Promise<BeforeCreate> {
  const known = await listIndexedCards(traitsOf(request));
  return { cardIds: known.map(({ id }) => id), clockSkewMs: issuer().state().clockSkewMs };
}

/**
 * Finds the created card by customer, name and type, among cards that were unknown before and that no other operation
 * created. The outcome is "failed" only if neither the complete list of those days nor the index has such a card.
 */
export async function resolveCreate(operation: UnresolvedOperation): Promise<Outcome> {
  const request = CreateCardRequest.safeParse(operation.evidence?.input);
  if (!request.success) return { is: "unreadable-evidence" };
  const before = BeforeCreate.safeParse(operation.evidence?.before);
  // This call measures the issuer's clock skew, and shows whether the issuer can be reached.
  if (!(await issuer().listCardDesigns()).ok) return { is: "unreachable" };
  const skewNowMs = issuer().state().clockSkewMs ?? 0;
  const skewsMs = [skewNowMs, (before.success ? before.data.clockSkewMs : null) ?? skewNowMs];
  const sentMs = (operation.sent_at ?? operation.begun_at).getTime();
  const earliestMs = sentMs + Math.min(...skewsMs);
  const latestMs = sentMs + Math.max(...skewsMs) + maxProcessingMs(env().issuer.timeoutMs);
  const traits = traitsOf(request.data);
  const listed = await operation.readCards(
    { from: addDays(toIsoDate(new Date(earliestMs)), -1), to: addDays(toIsoDate(new Date(latestMs)), 1) },
    (card) => hasTraits(card, traits),
    operation.onProgress,
  );
  if (listed.is !== "complete") return listed;
  const competitors = await listCompetitors(operation.id, traits);
  const knownBefore = before.success ? before.data.cardIds : [];
  const candidates = await excludeKnownCards(
    [...listed.cards, ...(await listIndexedCards(traits))],
    operation.id,
    knownBefore,
  );
  if (candidates.length === 0) {
    if (!operation.isProcessingOver) return { is: "pending" };
    return { is: isIndexedAsSent(request.data) ? "failed" : "inconclusive" };
  }
  const inTime = candidates.filter(({ created }) => {
    const createdMs = parseTimestamp(created)?.getTime() ?? Number.NaN;
    return createdMs >= earliestMs - CLOCK_MARGIN_MS && createdMs <= latestMs + CLOCK_MARGIN_MS;
  });
  const [card] = inTime;
  if (!card) return { is: "inconclusive" };
  if (competitors.some(({ state }) => state === "begun")) return { is: "pending" };
  // Operations with identical input are interchangeable: each gets one card, and no card is assigned twice.
  const input = canonicalJson(operation.evidence?.input);
  if (
    inTime.length > 1 + competitors.length ||
    competitors.some((competitor) => competitor.input !== input)
  ) {
    return { is: "inconclusive" };
  }
  if (await hasCreateWithoutCard(operation)) return { is: "inconclusive" };
  return { is: "succeeded", data: card, cardId: card.id };
}

function traitsOf({ meta, preferredCardName, cardType }: CreateCardRequest): CardTraits {
  return asIndexed({ externalCustomerId: meta.id, cardName: preferredCardName, cardType });
}

/** Masks the values as the index has them, because responses are masked before any other code reads them. */
function asIndexed({ externalCustomerId, cardName, cardType }: CardTraits): CardTraits {
  const { key } = env().issuer;
  return {
    externalCustomerId: storableText(stripCustomerId(externalCustomerId, key)),
    cardName: storableText(String(stripSecrets(cardName, key))),
    cardType,
  };
}

/** If a value is masked or altered, the card may exist although it was not recognized. */
function isIndexedAsSent(request: CreateCardRequest): boolean {
  const { externalCustomerId, cardName } = traitsOf(request);
  return externalCustomerId === request.meta.id && cardName === request.preferredCardName;
}

function hasTraits(card: CardTraits, traits: CardTraits): boolean {
  const { externalCustomerId, cardName, cardType } = asIndexed(card);
  return (
    externalCustomerId === traits.externalCustomerId &&
    cardName === traits.cardName &&
    cardType === traits.cardType
  );
}

async function listIndexedCards({ externalCustomerId, cardName, cardType }: CardTraits): Promise<Card[]> {
  const { rows } = await (await pool()).query<CardRow>(
    `select ${CARD_COLUMNS} from indexed_cards
     where customer_id = $1 and card_name = $2 and card_type = $3 order by created_at desc limit 1000`,
    [externalCustomerId, cardName, cardType],
  );
  return rows.map(toCard);
}

/** Other open creates of a matching card. Read after the list, so that each card's create is either included or resolved. */
async function listCompetitors(id: string, traits: CardTraits): Promise<{ state: string; input: string }[]> {
  const { rows } = await (await pool()).query<{ state: string; evidence: string | null }>(
    "select state, evidence from operations where action = 'card.create' and state in ('begun', 'unknown') and id <> $1",
    [id],
  );
  return rows.flatMap(({ state, evidence }) => {
    const unsealed = (evidence === null ? null : unseal(evidence)) as Evidence | null;
    const request = CreateCardRequest.safeParse(unsealed?.input);
    // An unreadable request may match any card.
    if (!request.success) return [{ state, input: "" }];
    return hasTraits(traitsOf(request.data), traits)
      ? [{ state, input: canonicalJson(unsealed?.input) }]
      : [];
  });
}

/** Returns each card once, oldest first, without those that existed before or that another operation created. */
async function excludeKnownCards(cards: Card[], id: string, knownBefore: string[]): Promise<Card[]> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  for (const known of knownBefore) byId.delete(known);
  const { rows } = await (await pool()).query<{ target: string }>(
    `select target from operations
     where action = 'card.create' and state = 'succeeded' and id <> $2 and target = any($1)`,
    [[...byId.keys()], id],
  );
  for (const { target } of rows) byId.delete(target);
  return [...byId.values()].sort((a, b) => a.created.localeCompare(b.created) || a.id.localeCompare(b.id));
}

/** A create that a person resolved without naming its card may have created any of the candidates. */
async function hasCreateWithoutCard({ begun_at }: UnresolvedOperation): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `select 1 from operations
     where action = 'card.create' and state = 'succeeded' and target is null
       and begun_at between $1::timestamptz - interval '1 day' and $1::timestamptz + interval '1 day' limit 1`,
    [begun_at],
  );
  return Boolean(rowCount);
}
