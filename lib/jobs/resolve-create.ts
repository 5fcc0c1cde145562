import "server-only";
import { z } from "zod";
import type { Evidence } from "@/lib/audit/operations";
import { CARD_COLUMNS, type CardRow, toCard } from "@/lib/card-index/card-row";
import type { Card } from "@/lib/contract/card";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { unseal } from "@/lib/db/seal";
import { addDays, toIsoDate } from "@/lib/domain/calendar";
import { canonicalJson } from "@/lib/domain/canonical-json";
import { storableText } from "@/lib/domain/search-text";
import { parseTimestamp } from "@/lib/domain/timestamp";
import { env } from "@/lib/env";
import { issuer } from "@/lib/issuer/issuer";
import { stripCustomerId, stripSecrets } from "@/lib/issuer/strip-secrets";
import type { Outcome, Question } from "./outcome";
import { readCardsCreated } from "./read-cards-created";
import { longestProcessingMs } from "./settlement-times";

/** The issuer's clock may be wrong by this much beyond what its answers say of it. */
const CLOCK_SLACK_MS = 600_000;

/** What is known before a card is asked for, so that it can be told from all others later. */
const BeforeCreate = z.object({ cardIds: z.array(z.string()), clockSkewMs: z.number().nullable() });
export type BeforeCreate = z.infer<typeof BeforeCreate>;

type Traits = Pick<Card, "externalCustomerId" | "cardName" | "cardType">;

/** To be kept as evidence before the request is sent. */
export async function readBeforeCreate(request: CreateCardRequest): Promise<BeforeCreate> {
  const known = await listIndexed(traitsOf(request));
  return { cardIds: known.map(({ id }) => id), clockSkewMs: issuer().state().clockSkewMs };
}

/**
 * A create is found by customer, name and type, among cards that nobody knew before it and that no other operation
 * made. "Failed" is said only when neither a complete reading of its days nor the index holds such a card.
 */
export async function resolveCreate(question: Question): Promise<Outcome> {
  const request = CreateCardRequest.safeParse(question.evidence?.input);
  if (!request.success) return { is: "unreadable-evidence" };
  const before = BeforeCreate.safeParse(question.evidence?.before);
  // Any answer tells the issuer's time; and where even that does not come, nothing else will.
  if (!(await issuer().listCardDesigns()).ok) return { is: "unreachable" };
  const skewNowMs = issuer().state().clockSkewMs ?? 0;
  const skewsMs = [skewNowMs, (before.success ? before.data.clockSkewMs : null) ?? skewNowMs];
  const sentMs = (question.sent_at ?? question.begun_at).getTime();
  const earliestMs = sentMs + Math.min(...skewsMs);
  const latestMs = sentMs + Math.max(...skewsMs) + longestProcessingMs(env().issuer.timeoutMs);
  const traits = traitsOf(request.data);
  const reading = await readCardsCreated(
    { from: addDays(toIsoDate(new Date(earliestMs)), -1), to: addDays(toIsoDate(new Date(latestMs)), 1) },
    (card) => isLike(card, traits),
    question.onProgress,
  );
  if (reading.is !== "complete") return reading;
  const rivals = await listRivals(question.id, traits);
  const knownBefore = before.success ? before.data.cardIds : [];
  const candidates = await withoutExplained(
    [...reading.cards, ...(await listIndexed(traits))],
    question.id,
    knownBefore,
  );
  if (candidates.length === 0) {
    if (!question.isMature) return { is: "pending" };
    return { is: isReadAsSent(request.data) ? "failed" : "inconclusive" };
  }
  const timely = candidates.filter(({ created }) => {
    const createdMs = parseTimestamp(created)?.getTime() ?? Number.NaN;
    return createdMs >= earliestMs - CLOCK_SLACK_MS && createdMs <= latestMs + CLOCK_SLACK_MS;
  });
  const [card] = timely;
  if (!card) return { is: "inconclusive" };
  if (rivals.some(({ state }) => state === "begun")) return { is: "pending" };
  // Operations that asked for the very same card are interchangeable: each takes one, and no card is taken twice.
  const input = canonicalJson(question.evidence?.input);
  if (timely.length > 1 + rivals.length || rivals.some((rival) => rival.input !== input)) {
    return { is: "inconclusive" };
  }
  if (await hasUnnamedCreate(question)) return { is: "inconclusive" };
  return { is: "succeeded", data: card, cardId: card.id };
}

function traitsOf({ meta, preferredCardName, cardType }: CreateCardRequest): Traits {
  return asRead({ externalCustomerId: meta.id, cardName: preferredCardName, cardType });
}

/** As the index holds these texts: an answer's card numbers and security codes are masked before anyone reads it. */
function asRead({ externalCustomerId, cardName, cardType }: Traits): Traits {
  const { key } = env().issuer;
  return {
    externalCustomerId: storableText(stripCustomerId(externalCustomerId, key)),
    cardName: storableText(String(stripSecrets(cardName, key))),
    cardType,
  };
}

/** Where a text comes back altered, a card that is not recognized may still be there. */
function isReadAsSent(request: CreateCardRequest): boolean {
  const { externalCustomerId, cardName } = traitsOf(request);
  return externalCustomerId === request.meta.id && cardName === request.preferredCardName;
}

function isLike(card: Traits, traits: Traits): boolean {
  const { externalCustomerId, cardName, cardType } = asRead(card);
  return (
    externalCustomerId === traits.externalCustomerId &&
    cardName === traits.cardName &&
    cardType === traits.cardType
  );
}

async function listIndexed({ externalCustomerId, cardName, cardType }: Traits): Promise<Card[]> {
  const { rows } = await (await pool()).query<CardRow>(
    `select ${CARD_COLUMNS} from indexed_cards
     where customer_id = $1 and card_name = $2 and card_type = $3 order by created_at desc limit 1000`,
    [externalCustomerId, cardName, cardType],
  );
  return rows.map(toCard);
}

/** Other creates of such a card whose outcome is open too. Read after the list: whoever made a card in it is here or done. */
async function listRivals(id: string, traits: Traits): Promise<{ state: string; input: string }[]> {
  const { rows } = await (await pool()).query<{ state: string; evidence: string | null }>(
    "select state, evidence from operations where action = 'card.create' and state in ('begun', 'unknown') and id <> $1",
    [id],
  );
  return rows.flatMap(({ state, evidence }) => {
    const opened = (evidence === null ? null : unseal(evidence)) as Evidence | null;
    const request = CreateCardRequest.safeParse(opened?.input);
    // One that cannot be read may have asked for anything.
    if (!request.success) return [{ state, input: "" }];
    return isLike(traitsOf(request.data), traits) ? [{ state, input: canonicalJson(opened?.input) }] : [];
  });
}

/** Each card once, oldest first, without those that were there before or that another operation made. */
async function withoutExplained(cards: Card[], id: string, knownBefore: string[]): Promise<Card[]> {
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

/** A create that a person called done without naming its card may own any of those found. */
async function hasUnnamedCreate({ begun_at }: Question): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `select 1 from operations
     where action = 'card.create' and state = 'succeeded' and target is null
       and begun_at between $1::timestamptz - interval '1 day' and $1::timestamptz + interval '1 day' limit 1`,
    [begun_at],
  );
  return Boolean(rowCount);
}
