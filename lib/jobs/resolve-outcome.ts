import "server-only";
import { z } from "zod";
import { recordInIndex } from "@/lib/card-index/record-in-index";
import type { CardDetail } from "@/lib/contract/card";
import { ReissueCardRequest } from "@/lib/contract/reissue-card";
import { pool } from "@/lib/db/database";
import { RENEWAL_OPTIONS } from "@/lib/domain/renewal";
import type { FailureKind } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import type { Outcome, Question } from "./outcome";
import { resolveCreate } from "./resolve-create";

type Resolve = (question: Question) => Promise<Outcome>;

const RESOLVERS: Record<string, Resolve> = {
  "card.create": resolveCreate,
  "card.reissue": resolveReissue,
  "card.freeze": (question) => resolveStatus(question, { done: "FROZEN", undone: "ACTIVE" }),
  "card.unfreeze": (question) => resolveStatus(question, { done: "ACTIVE", undone: "FROZEN" }),
  "card.block": (question) => resolveStatus(question, { done: "BLOCKED", undone: null }),
};

/** Null for an action that leaves nothing to read at the issuer. */
export function resolverOf(action: string): Resolve | null {
  return Object.hasOwn(RESOLVERS, action) ? (RESOLVERS[action] ?? null) : null;
}

const ReissueInput = z.object({ request: ReissueCardRequest });
const BeforeReissue = z.object({ lastFour: z.string() });

/**
 * A new number shows in the last four digits; one that ends in the same four, or a reissue that keeps the number,
 * leaves no trace. So a reissue is found, but never found not to have happened.
 */
async function resolveReissue(question: Question): Promise<Outcome> {
  const input = ReissueInput.safeParse(question.evidence?.input);
  if (!input.success) return { is: "unreadable-evidence" };
  const before = BeforeReissue.safeParse(question.evidence?.before);
  if (!question.target || !before.success) return { is: "inconclusive" };
  if (RENEWAL_OPTIONS[input.data.request.renewOption].cardNumber === "same") return { is: "inconclusive" };
  const read = await readCard(question.target);
  if (read.is !== "read") return read;
  if (read.card.lastFour === before.data.lastFour)
    return { is: question.isMature ? "inconclusive" : "pending" };
  // An earlier reading found the old number after all time that the issuer had: this new one is somebody else's.
  if (question.attempts > 0) return { is: "inconclusive" };
  if (await hasOtherChanges(question, ["card.reissue"])) return { is: "inconclusive" };
  return found(read);
}

/** What was wanted of the card is its status: it holds, or it does not. */
async function resolveStatus(
  question: Question,
  { done, undone }: { done: string; undone: string | null },
): Promise<Outcome> {
  if (!question.target) return { is: "inconclusive" };
  const read = await readCard(question.target);
  if (read.is !== "read") return read;
  const { status } = read.card;
  if (status === done) return found(read);
  if (undone !== null && status !== undone) return { is: "inconclusive" };
  if (!question.isMature) return { is: "pending" };
  // Another change may have undone this one.
  const isDoubtful = await hasOtherChanges(question, ["card.freeze", "card.unfreeze", "card.block"]);
  return { is: isDoubtful ? "inconclusive" : "failed" };
}

function found({ card, requestedAt }: ReadCard): Outcome {
  const data = {
    card,
    confirmedAt: new Date().toISOString(),
    isReadBack: true,
    readAt: requestedAt.toISOString(),
    // Another change may have come between, so that this one is not told to have made the status.
    previousStatus: null,
  };
  const { id, status, lastFour } = card;
  return { is: "succeeded", data, cardId: id, after: { status, lastFour } };
}

/** A card, and when the issuer was asked for it, by the database's clock. */
type ReadCard = { card: CardDetail; requestedAt: Date };

/** An answer that is none about the card says nothing of what happened to it. */
const IS_ANSWER: ReadonlySet<FailureKind> = new Set(["not-found", "refused"]);

async function readCard(
  cardId: string,
): Promise<({ is: "read" } & ReadCard) | { is: "unreachable" } | { is: "inconclusive" }> {
  const read = await recordInIndex("own-change", () => issuer().retrieveCard(cardId));
  if (read.ok) return { is: "read", card: read.data, requestedAt: read.requestedAt };
  return { is: IS_ANSWER.has(read.failure.kind) ? "inconclusive" : "unreachable" };
}

/**
 * Whether another operation changed the same card since this one began, or may have: also one that was sent and got no
 * usable answer, unless the records have shown since that it did not happen (the reference is then its own id).
 */
async function hasOtherChanges({ id, target, begun_at }: Question, actions: string[]): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `select 1 from operations
     where target = $1 and id <> $2 and action = any($3)
       and (state in ('begun', 'unknown') or (finished_at >= $4 and (
         state = 'succeeded'
         or (sent_at is not null and result #>> '{error,code}' in ('issuer-unavailable', 'issuer-broken', 'internal')
             and result #>> '{error,requestId}' <> id::text)
       ))) limit 1`,
    [target, id, actions, begun_at],
  );
  return Boolean(rowCount);
}
