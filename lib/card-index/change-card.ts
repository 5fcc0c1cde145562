import "server-only";
import type { Trace } from "@/lib/audit/operations";
import { CARD_COLUMNS, type CardRow, toCard } from "@/lib/card-index/card-row";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import type { CardDetail } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import type { FailureKind, IssuerFailure, IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { CALL_MESSAGES } from "@/lib/issuer/messages";
import { toAppError } from "@/lib/issuer/to-app-error";
import { log } from "@/lib/log";

/** A change that the issuer confirmed, and the card after it. */
export type ConfirmedCard = {
  /** Null if the card couldn't be read before or after the change and is not in the index. */
  card: CardDetail | null;
  confirmedAt: string;
  /**
   * False if the card couldn't be read after the change; `card` then has the expected state. Stored results and the
   * index's SQL use this name.
   */
  isReadBack: boolean;
  /** By the database's clock; every later read includes the change. */
  readAt: string;
  /** Equal to the current status if the change had no effect; null if the card couldn't be read before. */
  previousStatus: string | null;
};

export type CardChange = {
  /** Sent even if the card can't be read first: a failed read must not leave a lost card usable. */
  isUrgent: boolean | ((failed: IssuerFailure) => boolean);
  /** Returns the error if the card in its current state must not be changed. */
  findRejection?(before: CardDetail): Promise<AppError | null>;
  /** Saves the state for resolving the outcome if this process dies. Null if the card couldn't be read. */
  beforeSending?(before: CardState | null): Promise<void>;
  send(): Promise<IssuerResult<unknown>>;
  /** The card's state after the confirmed change. */
  expected(before: CardDetail): CardDetail;
};

/** Failures that don't show whether the issuer processed the request. */
const UNCERTAIN: ReadonlySet<FailureKind> = new Set(["unavailable", "broken-contract", "unknown-outcome"]);

/** Adds the issuer's response to the audit entry, unless the request never reached the issuer. */
export function traceIssuerResult<T>(result: IssuerResult<T>, trace: Trace): Result<T> {
  if (result.ok) {
    trace.issuer = { status: result.response.status, code: null, requestId: result.response.requestId };
    return success(result.data);
  }
  const { failure: issuerFailure } = result;
  if (issuerFailure.mayHaveArrived)
    trace.issuer = {
      status: issuerFailure.status,
      code: "code" in issuerFailure ? issuerFailure.code : null,
      requestId: issuerFailure.requestId,
    };
  trace.mayHaveHappened = issuerFailure.mayHaveArrived && UNCERTAIN.has(issuerFailure.kind);
  return failure(toAppError(issuerFailure));
}

/**
 * Reads the card, changes it, and reads it again, for the state before and after in the audit entry. An urgent change
 * is sent even if the first read fails, unless the issuer has no such card. A failed read afterward doesn't turn a
 * confirmed change into a failure.
 */
export async function changeCard(
  cardId: string,
  trace: Trace,
  { isUrgent, findRejection, beforeSending, send, expected }: CardChange,
): Promise<Result<ConfirmedCard>> {
  const read = await recordInIndex("before-change", () => issuer().retrieveCard(cardId));
  // Only the response to the change itself belongs in the audit entry, not the one to this read.
  if (!read.ok && !isSentWithout(read.failure, isUrgent)) return failure(toAppError(read.failure));
  if (!read.ok && (await differsOnlyInCase(cardId))) return failure(cardNotFound(read.failure.requestId));
  if (read.ok) {
    trace.before = toCardState(read.data);
    const rejection = await findRejection?.(read.data);
    if (rejection) return failure(rejection);
  }
  await beforeSending?.(read.ok ? toCardState(read.data) : null);
  const result = await send();
  const changed = traceIssuerResult(result, trace);
  if (!changed.ok || !result.ok) return changed as Result<never>;
  const confirmedAt = new Date().toISOString();
  const previousStatus = read.ok ? read.data.status : null;
  const after = await recordConfirmedChange(() => issuer().retrieveCard(cardId));
  if (after?.ok) {
    trace.after = toCardState(after.data);
    return success({
      card: after.data,
      confirmedAt,
      isReadBack: true,
      readAt: await readTimeAfter(confirmedAt),
      previousStatus,
    });
  }
  trace.message = "Confirmed by the issuer. We couldn’t read the card again afterward.";
  const { response } = result;
  const before = read.ok ? read.data : await findIndexedCard(cardId);
  const card = before && expected(before);
  if (card) await recordConfirmedChange(async () => ({ ok: true, data: card, response }));
  return success({
    card,
    confirmedAt,
    isReadBack: false,
    readAt: await readTimeAfter(confirmedAt),
    previousStatus,
  });
}

function isSentWithout(read: IssuerFailure, isUrgent: CardChange["isUrgent"]): boolean {
  return read.kind !== "not-found" && (typeof isUrgent === "function" ? isUrgent(read) : isUrgent);
}

/** Call after the index was updated. Falls back to our own clock while the database is unavailable. */
async function readTimeAfter(confirmedAt: string): Promise<string> {
  const now = await databaseNow().catch(() => null);
  return now?.toISOString() ?? confirmedAt;
}

/** Null if the card is not in the index, or the index can't be read. */
export async function findIndexedCard(cardId: string): Promise<CardDetail | null> {
  try {
    const { rows } = await (await pool()).query<CardRow>(
      `select ${CARD_COLUMNS} from indexed_cards where id = $1`,
      [cardId],
    );
    return rows[0] ? toCard(rows[0]) : null;
  } catch (error) {
    log().error({ err: error }, "Could not read the card index");
    return null;
  }
}

/**
 * Whether the index has this ID only in another letter case: the issuer might accept it anyway, and the change would be
 * recorded under an ID that no card has.
 */
async function differsOnlyInCase(cardId: string): Promise<boolean> {
  try {
    const { rows } = await (await pool()).query<{ id: string }>(
      "select id from indexed_cards where id in ($1, lower($1), upper($1))",
      [cardId],
    );
    return rows.length > 0 && rows.every(({ id }) => id !== cardId);
  } catch (error) {
    log().error({ err: error }, "Could not read the card index");
    return false;
  }
}

function cardNotFound(requestId: string): AppError {
  return { code: "not-found", message: CALL_MESSAGES.retrieveCard.notFound, requestId, retry: "never" };
}

/** Null if our own database fails, which must not turn a confirmed change into a failure. */
async function recordConfirmedChange(
  send: () => Promise<IssuerResult<CardDetail>>,
): Promise<IssuerResult<CardDetail> | null> {
  try {
    return await recordInIndex("own-change", send);
  } catch (error) {
    log().error({ err: error }, "Could not record a confirmed change in the card index");
    return null;
  }
}

/** The issuer accepts a freeze of a blocked card, but the card stays blocked. */
export function asFrozen(freeze: boolean): CardChange["expected"] {
  return (before) =>
    before.status === "BLOCKED" ? before : { ...before, status: freeze ? "FROZEN" : "ACTIVE" };
}

export function asBlocked(reason: string): CardChange["expected"] {
  return (before) => ({ ...before, status: "BLOCKED", statusReason: reason });
}

/** The new number is unknown until the card is read again. */
export const asReissued: CardChange["expected"] = (before) => before;

type CardState = Pick<CardDetail, "status" | "lastFour"> & { statusReason: string | null };

function toCardState({ status, statusReason, lastFour }: CardDetail): CardState {
  return { status, statusReason: statusReason ?? null, lastFour };
}
