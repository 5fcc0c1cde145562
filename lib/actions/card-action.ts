import "server-only";
import type { Trace } from "@/lib/audit/operations";
import { CARD_COLUMNS, type CardRow, toCard } from "@/lib/card-index/card-row";
import { indexClock } from "@/lib/card-index/reading";
import { takeOver } from "@/lib/card-index/take-over";
import type { CardDetail } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import type { IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { CALL_MESSAGES } from "@/lib/issuer/messages";
import { toAppError } from "@/lib/issuer/to-app-error";
import { log } from "@/lib/log";

/** A change that the issuer confirmed, when it did, and the card as it is known since. */
export type ConfirmedCard = {
  /** Null: the card could be read neither before nor after the change, and the index doesn't know it. */
  card: CardDetail | null;
  confirmedAt: string;
  /** False: the issuer confirmed the change, but the card could not be read afterwards; `card` is what must follow. */
  isReadBack: boolean;
  /** From when on every reading includes the change, by the database's clock. */
  readAt: string;
  /** The same as now: the change had no effect. Null: the card could not be read before. */
  previousStatus: string | null;
};

type CardChange = {
  /** Sent even when the card can't be read first: a lost card must not stay open because a read failed. */
  isUrgent: boolean;
  /** Why the card as it is now must not be changed so; null where it may. */
  refuse?(before: CardDetail): Promise<AppError | null>;
  /** Keeps how the card was, for the settler, should this process die. Not called where the card could not be read. */
  beforeSending?(before: CardState): Promise<void>;
  send(): Promise<IssuerResult<unknown>>;
  /** The card as it must be once the issuer has confirmed the change. */
  expected(before: CardDetail): CardDetail;
};

/** Turns the issuer's answer to a change into ours, and leaves it in the audit row, unless nothing reached the issuer. */
export function fromIssuer<T>(answered: IssuerResult<T>, trace: Trace): Result<T> {
  if (answered.ok) {
    trace.issuer = { status: answered.response.status, code: null, requestId: answered.response.requestId };
    return success(answered.data);
  }
  const { failure: failed } = answered;
  if (failed.mayHaveArrived)
    trace.issuer = {
      status: failed.status,
      code: "code" in failed ? failed.code : null,
      requestId: failed.requestId,
    };
  return failure(toAppError(failed));
}

/**
 * Reads the card, changes it, and reads it again for the audit row's before and after. An urgent change is sent also
 * when the first read fails, unless the issuer says that there is no such card. Once the issuer has confirmed
 * the change it has happened: a read-back that fails is a fact of its own.
 */
export async function changeCard(
  cardId: string,
  trace: Trace,
  { isUrgent, refuse, beforeSending, send, expected }: CardChange,
): Promise<Result<ConfirmedCard>> {
  const read = await takeOver("before", () => issuer().retrieveCard(cardId));
  // While the issuer was only asked for the card, the row names no answer of it.
  if (!read.ok && (!isUrgent || read.failure.kind === "not-found")) return failure(toAppError(read.failure));
  if (!read.ok && (await isOtherSpelling(cardId))) return failure(noSuchCard(read.failure.requestId));
  if (read.ok) {
    trace.before = stateOf(read.data);
    const refusal = await refuse?.(read.data);
    if (refusal) return failure(refusal);
    await beforeSending?.(stateOf(read.data));
  }
  const answered = await send();
  const changed = fromIssuer(answered, trace);
  if (!changed.ok || !answered.ok) return changed as Result<never>;
  const confirmedAt = new Date().toISOString();
  const previousStatus = read.ok ? read.data.status : null;
  const after = await takeOverConfirmed(() => issuer().retrieveCard(cardId));
  if (after?.ok) {
    trace.after = stateOf(after.data);
    return success({
      card: after.data,
      confirmedAt,
      isReadBack: true,
      readAt: await readableFrom(confirmedAt),
      previousStatus,
    });
  }
  trace.message = "Confirmed by the issuer. We couldn’t read the card again afterward.";
  const { response } = answered;
  const before = read.ok ? read.data : await findIndexedCard(cardId);
  const card = before && expected(before);
  if (card) await takeOverConfirmed(async () => ({ ok: true, data: card, response }));
  return success({
    card,
    confirmedAt,
    isReadBack: false,
    readAt: await readableFrom(confirmedAt),
    previousStatus,
  });
}

/** Asked once the index has the change. Our own clock will do while the database does not answer. */
async function readableFrom(confirmedAt: string): Promise<string> {
  const now = await indexClock().catch(() => null);
  return now?.toISOString() ?? confirmedAt;
}

/** Null when the index doesn't know it, or can't be read. */
async function findIndexedCard(cardId: string): Promise<CardDetail | null> {
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
 * Whether the index knows no such card but one whose id differs in letter case: the issuer may well take it for that
 * card, and the change would be recorded under an id that no card has.
 */
async function isOtherSpelling(cardId: string): Promise<boolean> {
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

function noSuchCard(requestId: string): AppError {
  return { code: "not-found", message: CALL_MESSAGES.retrieveCard.notFound, requestId, retry: "never" };
}

/** Null when our own database fails: that undoes nothing of what the issuer has confirmed. */
async function takeOverConfirmed(
  ask: () => Promise<IssuerResult<CardDetail>>,
): Promise<IssuerResult<CardDetail> | null> {
  try {
    return await takeOver("own", ask);
  } catch (error) {
    log().error({ err: error }, "Could not record a confirmed change in the card index");
    return null;
  }
}

/** The issuer accepts a freeze of a blocked card, and leaves it blocked. */
export function asFrozen(freeze: boolean): CardChange["expected"] {
  return (before) =>
    before.status === "BLOCKED" ? before : { ...before, status: freeze ? "FROZEN" : "ACTIVE" };
}

export function asBlocked(reason: string): CardChange["expected"] {
  return (before) => ({ ...before, status: "BLOCKED", statusReason: reason });
}

/** The new number is the issuer's to say: until it is read, the last known one stands. */
export const asReissued: CardChange["expected"] = (before) => before;

type CardState = Pick<CardDetail, "status" | "lastFour"> & { statusReason: string | null };

function stateOf({ status, statusReason, lastFour }: CardDetail): CardState {
  return { status, statusReason: statusReason ?? null, lastFour };
}
