import "server-only";
import { z } from "zod";
import { type AuditRow, isOutcomeUncertain } from "@/lib/audit/entry";
import { listAudit } from "@/lib/audit/read";
import { CardId } from "@/lib/contract/card";
import type { CardEvent, CardState } from "@/lib/domain/cards/card-timeline";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { findRunInNote } from "@/lib/domain/runs/run-note";
import { defineQuery } from "./define-query";

const MAX_EVENTS = 200;

/** Everything done to a card in Cardwell, newest first, for everyone who may see the card. */
export const getCardTimeline = defineQuery({
  name: "a card's timeline",
  permission: "cards.read",
  input: z.object({ cardId: CardId, limit: z.int().min(1).max(MAX_EVENTS) }),
  async run({ input, actor }) {
    const { rows, olderThan } = await listAudit({ target: input.cardId }, { limit: input.limit });
    return success({
      events: rows.filter(isNotNote).map((row) => toEvent(row, can(actor.role, "bulk.freeze"))),
      hasMore: olderThan !== null,
    });
  },
});

/** Notes are added to the timeline separately, with their text. */
function isNotNote({ action }: AuditRow): boolean {
  return action !== "card.note";
}

// An entry's input depends on its action; values of another shape are ignored.
const Input = z
  .object({
    reason: z.string().optional().catch(undefined),
    cause: z.string().optional().catch(undefined),
    request: z.object({ renewOption: z.string() }).optional().catch(undefined),
  })
  .catch({});
const State = z
  .object({ status: z.string().nullish().catch(null), lastFour: z.string().nullish().catch(null) })
  .nullable()
  .catch(null);

function toEvent(row: AuditRow, canSeeRuns: boolean): CardEvent {
  const { seq, action, outcome, message, durationMs } = row;
  const input = Input.parse(row.input ?? {});
  return {
    seq,
    at: new Date(row.atMs).toISOString(),
    action,
    actor: row.actor?.name ?? null,
    outcome,
    message,
    durationMs,
    isOutcomeUncertain: isOutcomeUncertain(row),
    reason: input.reason ?? input.cause ?? null,
    renewOption: input.request?.renewOption ?? null,
    runId: canSeeRuns ? findRunInNote(message) : null,
    before: toState(row.before),
    after: toState(row.after),
  };
}

function toState(value: unknown): CardState | null {
  const state = State.parse(value ?? null);
  return state && { status: state.status ?? null, lastFour: state.lastFour ?? null };
}
