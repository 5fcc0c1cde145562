import "server-only";
import type { Trace } from "@/lib/audit/operations";
import { takeOver } from "@/lib/card-index/take-over";
import type { CardDetail } from "@/lib/contract/card";
import { failure, type Result, success } from "@/lib/domain/result";
import type { IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { toAppError } from "@/lib/issuer/to-app-error";

/** A card as the issuer has it after a change, and when it said so. */
export type ConfirmedCard = { card: CardDetail; confirmedAt: string };

/** Turns the issuer's answer into ours, and leaves it in the audit row. */
export function fromIssuer<T>(answered: IssuerResult<T>, trace: Trace): Result<T> {
  if (answered.ok) {
    trace.issuer = { status: answered.answer.status, code: null, requestId: answered.answer.requestId };
    return success(answered.data);
  }
  const { failure: failed } = answered;
  trace.issuer = {
    status: failed.status,
    code: "code" in failed ? failed.code : null,
    requestId: failed.requestId,
  };
  return failure(toAppError(failed));
}

/**
 * Reads the card, changes it, and reads it again: the audit row shows before and after, and what is confirmed
 * is what the issuer now says, not what we asked for.
 */
export async function changeCard(
  cardId: string,
  trace: Trace,
  change: () => Promise<IssuerResult<unknown>>,
  /** What must not happen twice is done once the issuer has said so, also when it cannot be read back. */
  options: { isRepeatable: boolean } = { isRepeatable: true },
): Promise<Result<ConfirmedCard>> {
  const before = fromIssuer(await takeOver("before", () => issuer().retrieveCard(cardId)), trace);
  if (!before.ok) return before;
  trace.before = stateOf(before.data);
  const changed = fromIssuer(await change(), trace);
  if (!changed.ok) return changed;
  const confirmedAt = new Date().toISOString();
  const { issuer: answer } = trace;
  const after = fromIssuer(await takeOver("own", () => issuer().retrieveCard(cardId)), trace);
  if (answer) trace.issuer = answer;
  if (!after.ok) return options.isRepeatable ? after : success({ card: before.data, confirmedAt });
  trace.after = stateOf(after.data);
  return success({ card: after.data, confirmedAt });
}

function stateOf({ status, statusReason, lastFour }: CardDetail) {
  return { status, statusReason: statusReason ?? null, lastFour };
}
