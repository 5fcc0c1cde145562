import "server-only";
import { z } from "zod";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import type { CardDetail } from "@/lib/contract/card";
import { ReissueCardRequest } from "@/lib/contract/reissue-card";
import { pool } from "@/lib/db/database";
import { describeUnchanged } from "@/lib/domain/cards/card-status";
import { RENEWAL_OPTIONS } from "@/lib/domain/cards/renewal";
import type { FailureKind } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import type { Outcome, UnresolvedOperation } from "./outcome";
import { resolveCreate } from "./resolve-create";

type Resolve = (operation: UnresolvedOperation) => Promise<Outcome>;

const RESOLVERS: Record<string, Resolve> = {
  "card.create": resolveCreate,
  "card.reissue": resolveReissue,
  "card.freeze": (operation) =>
    resolveFreeze(operation, { done: "FROZEN", undone: "ACTIVE", undoneBy: "card.unfreeze" }),
  "card.unfreeze": (operation) =>
    resolveFreeze(operation, { done: "ACTIVE", undone: "FROZEN", undoneBy: "card.freeze" }),
  "card.block": resolveBlock,
};

/** Returns null for an action that leaves no record at the issuer. */
export function resolverOf(action: string): Resolve | null {
  return Object.hasOwn(RESOLVERS, action) ? (RESOLVERS[action] ?? null) : null;
}

const ReissueInput = z.object({ request: ReissueCardRequest });
const BeforeReissue = z.object({ lastFour: z.string() });

/**
 * A new number is recognized by its last four digits. A number with the same last four, or a reissue that keeps the
 * number, leaves no trace. So a reissue can be confirmed, but never ruled out.
 */
async function resolveReissue(operation: UnresolvedOperation): Promise<Outcome> {
  const input = ReissueInput.safeParse(operation.evidence?.input);
  if (!input.success) return { is: "unreadable-evidence" };
  const before = BeforeReissue.safeParse(operation.evidence?.before);
  if (!operation.target || !before.success) return { is: "inconclusive" };
  if (RENEWAL_OPTIONS[input.data.request.renewOption].cardNumber === "same") return { is: "inconclusive" };
  const read = await readCard(operation.target);
  if (read.is !== "read") return read;
  if (read.card.lastFour === before.data.lastFour)
    return { is: operation.isProcessingOver ? "inconclusive" : "pending" };
  // An earlier attempt found the old number after the maximum processing time, so another reissue made this new one.
  if (operation.attempts > 0) return { is: "inconclusive" };
  if (await hasOtherChanges(operation, ["card.reissue"])) return { is: "inconclusive" };
  return succeeded(read);
}

const BeforeChange = z.object({ status: z.string(), statusReason: z.string().nullish() });

async function resolveFreeze(
  operation: UnresolvedOperation,
  { done, undone, undoneBy }: { done: string; undone: string; undoneBy: string },
): Promise<Outcome> {
  if (!operation.target) return { is: "inconclusive" };
  const read = await readCard(operation.target);
  if (read.is !== "read") return read;
  const { status } = read.card;
  if (status === done)
    return (await wasAlready(done, operation, undoneBy)) ? succeededBefore(read) : succeeded(read);
  if (status !== undone) return { is: "inconclusive" };
  if (!operation.isProcessingOver) return { is: "pending" };
  return { is: (await hasOtherChanges(operation, [undoneBy])) ? "inconclusive" : "failed" };
}

/** Whether the card had the status before the request and has kept it. */
async function wasAlready(
  status: string,
  operation: UnresolvedOperation,
  undoneBy: string,
): Promise<boolean> {
  const before = BeforeChange.safeParse(operation.evidence?.before);
  if (before.data?.status !== status) return false;
  return !(await hasOtherChanges(operation, [undoneBy])) && !(await hasIndexSeenChange(operation));
}

const BlockInput = z.object({ reason: z.string() });

/** A block replaces the reason of an earlier one, so the reason shows whose block it is. */
async function resolveBlock(operation: UnresolvedOperation): Promise<Outcome> {
  if (!operation.target) return { is: "inconclusive" };
  const read = await readCard(operation.target);
  if (read.is !== "read") return read;
  const { status, statusReason } = read.card;
  if (status !== "BLOCKED") return { is: operation.isProcessingOver ? "failed" : "pending" };
  const input = BlockInput.safeParse(operation.evidence?.input);
  const before = BeforeChange.safeParse(operation.evidence?.before);
  const wasBlocked = before.data?.status === "BLOCKED";
  const isBlockedByOthers = await hasOtherChanges(operation, ["card.block"]);
  const hasKeptReason =
    wasBlocked && statusReason != null && before.data?.statusReason === statusReason && !isBlockedByOthers;
  if (input.success && input.data.reason === statusReason)
    return hasKeptReason ? succeededBefore(read) : succeeded(read);
  // An issuer may word the reason in its own way.
  if (before.success && !wasBlocked && !isBlockedByOthers) return succeeded(read);
  if (!operation.isProcessingOver) return { is: "pending" };
  return { is: hasKeptReason ? "failed" : "inconclusive" };
}

/** Also one that was made elsewhere. */
async function hasIndexSeenChange({ target, begun_at }: UnresolvedOperation): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    "select from indexed_cards where id = $1 and status_since > $2",
    [target, begun_at],
  );
  return Boolean(rowCount);
}

/** The request has changed nothing, whether the issuer processed it or not. */
function succeededBefore(read: ReadCard): Outcome {
  const { status } = read.card;
  return { ...succeeded(read, status), message: describeUnchanged(status) };
}

function succeeded(
  { card, requestedAt }: ReadCard,
  previousStatus: string | null = null,
): Extract<Outcome, { is: "succeeded" }> {
  const data = {
    card,
    confirmedAt: new Date().toISOString(),
    isReadBack: true,
    readAt: requestedAt.toISOString(),
    // Otherwise unknown, because another change may have happened in between.
    previousStatus,
  };
  const { id, status, lastFour } = card;
  return { is: "succeeded", data, cardId: id, after: { status, lastFour } };
}

/** A card and the database's time at which it was requested. */
type ReadCard = { card: CardDetail; requestedAt: Date };

/** Failures in which the issuer responded, but not with the card. */
const ISSUER_RESPONDED: ReadonlySet<FailureKind> = new Set(["not-found", "refused"]);

async function readCard(
  cardId: string,
): Promise<({ is: "read" } & ReadCard) | { is: "unreachable" } | { is: "inconclusive" }> {
  const read = await recordInIndex("own-change", () => issuer().retrieveCard(cardId));
  if (read.ok) return { is: "read", card: read.data, requestedAt: read.requestedAt };
  return { is: ISSUER_RESPONDED.has(read.failure.kind) ? "inconclusive" : "unreachable" };
}

/**
 * Returns true if another operation has changed the card since this one began, or may have: also one that was sent and
 * got no usable response, unless the records have ruled it out (its request ID is then its own ID).
 */
async function hasOtherChanges(
  { id, target, begun_at }: UnresolvedOperation,
  actions: string[],
): Promise<boolean> {
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
