import "server-only";
import type { Evidence } from "@/lib/audit/operations";
import { takeOver } from "@/lib/card-index/take-over";
import type { Card } from "@/lib/contract/card";
import { CreateCardRequest } from "@/lib/contract/create-card";
import { ReissueCardRequest } from "@/lib/contract/reissue-card";
import { pool } from "@/lib/db/database";
import { addDays, toIsoDate } from "@/lib/domain/calendar";
import { RENEWAL_OPTIONS } from "@/lib/domain/renewal";
import { parseTimestamp } from "@/lib/domain/timestamp";
import { issuer } from "@/lib/issuer/issuer";

/** What the issuer's records say of an operation whose answer was lost. */
export type Truth =
  | { is: "happened"; data: unknown; cardId: string }
  | { is: "did-not-happen" }
  /** The issuer could not be asked now. */
  | { is: "not-yet" }
  /** The records cannot tell: a person must. */
  | { is: "untold" };

type Question = { action: string; target: string | null; begun_at: Date };

/** The two clocks may differ a little. */
const CLOCK_SLACK_MS = 60_000;
const MOST_PAGES = 200;

export async function findTruth(question: Question, evidence: Evidence): Promise<Truth> {
  const find = FINDERS[question.action];
  return find ? find(question, evidence) : { is: "untold" };
}

const FINDERS: Record<string, (question: Question, evidence: Evidence) => Promise<Truth>> = {
  "card.create": findCreated,
  "card.reissue": findReissued,
  "card.freeze": (question) => findStatus(question, (status) => status !== "ACTIVE"),
  "card.unfreeze": (question) => findStatus(question, (status) => status !== "FROZEN"),
  "card.block": (question) => findStatus(question, (status) => status === "BLOCKED"),
};

/** A create is found in the list of its day, by customer, name and type, among cards that no other operation made. */
async function findCreated({ begun_at }: Question, { input }: Evidence): Promise<Truth> {
  const request = CreateCardRequest.safeParse(input);
  if (!request.success) return { is: "untold" };
  const { meta, preferredCardName, cardType } = request.data;
  const candidates: Card[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const listed = await issuer().listCards({ page, min_created: addDays(toIsoDate(begun_at), -1) });
    if (!listed.ok) return { is: "not-yet" };
    candidates.push(...listed.data.results);
    if (listed.data.next === null) break;
  }
  const matches = candidates.filter(
    (card) =>
      card.externalCustomerId === meta.id &&
      card.cardName === preferredCardName &&
      card.cardType === cardType &&
      (parseTimestamp(card.created)?.getTime() ?? 0) >= begun_at.getTime() - CLOCK_SLACK_MS,
  );
  const unclaimed = await withoutClaimed(matches);
  if (unclaimed.length > 1) return { is: "untold" };
  const [card] = unclaimed;
  return card ? { is: "happened", data: card, cardId: card.id } : { is: "did-not-happen" };
}

/** A reissue with a new number shows in the last four digits; one that keeps the number leaves no trace. */
async function findReissued({ target }: Question, { input, before }: Evidence): Promise<Truth> {
  const request = ReissueCardRequest.safeParse((input as { request?: unknown } | null)?.request);
  const lastFourBefore = (before as { lastFour?: string } | null)?.lastFour;
  if (!target || !request.success || !lastFourBefore) return { is: "untold" };
  if (RENEWAL_OPTIONS[request.data.renewOption].cardNumber === "same") return { is: "untold" };
  const card = await takeOver("own", () => issuer().retrieveCard(target));
  if (!card.ok) return { is: "not-yet" };
  if (card.data.lastFour === lastFourBefore) return { is: "did-not-happen" };
  return { is: "happened", data: { card: card.data, confirmedAt: new Date().toISOString() }, cardId: target };
}

async function findStatus({ target }: Question, isDone: (status: string) => boolean): Promise<Truth> {
  if (!target) return { is: "untold" };
  const card = await takeOver("own", () => issuer().retrieveCard(target));
  if (!card.ok) return { is: "not-yet" };
  if (!isDone(card.data.status)) return { is: "did-not-happen" };
  return { is: "happened", data: { card: card.data, confirmedAt: new Date().toISOString() }, cardId: target };
}

async function withoutClaimed(cards: Card[]): Promise<Card[]> {
  const db = await pool();
  const { rows } = await db.query<{ target: string }>(
    "select target from operations where action = 'card.create' and state = 'succeeded' and target = any($1)",
    [cards.map(({ id }) => id)],
  );
  const claimed = new Set(rows.map(({ target }) => target));
  return cards.filter(({ id }) => !claimed.has(id));
}
