import "server-only";
import type { TargetCheck } from "@/lib/audit/target-check";
import { readUnknownCard } from "@/lib/card-index/status/read-unknown-card";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { pool } from "@/lib/db/database";
import { splitSubject } from "@/lib/domain/people/note";
import type { AppError } from "@/lib/domain/result";
import { toAppError } from "@/lib/issuer/to-app-error";

/** The issuer can be asked only about a card. */
export const noteSubjectCheck: TargetCheck<{ subject: string }> = {
  async isKnown({ subject }) {
    const { kind, id } = splitSubject(subject);
    const column = kind === "card" ? "id" : "customer_id";
    const { rowCount } = await (await pool()).query(
      `select from indexed_cards where ${column} = $1 limit 1`,
      [id],
    );
    return Boolean(rowCount);
  },
  findError({ subject }, requestId) {
    const { kind, id } = splitSubject(subject);
    return kind === "card" ? findCardError(id) : findCustomerError(requestId);
  },
};

async function findCardError(cardId: string): Promise<AppError | null> {
  const read = await readUnknownCard(cardId);
  if (read.ok) return null;
  const error = toAppError(read.failure);
  const reason = error.code === "not-found" ? "." : ", because we couldn’t check that the card exists.";
  return { ...error, message: `The note wasn’t added${reason} ${error.message}` };
}

async function findCustomerError(requestId: string): Promise<AppError> {
  const { cards } = await readIndexState();
  if (cards.isComplete)
    return {
      code: "not-found",
      message: "The note wasn’t added. No cards found for this customer.",
      requestId,
      retry: "never",
    };
  return {
    code: "not-found",
    message:
      "The note wasn’t added, because this customer wasn’t found yet: we’re still reading cards from the issuer. Try again in a moment.",
    requestId,
    retry: "safe",
  };
}
