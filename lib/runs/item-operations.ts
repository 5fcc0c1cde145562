import "server-only";
import { blockCardOfRunOperation } from "@/lib/approvals/operations/block-card";
import type { Operation } from "@/lib/audit/run-operation";
import { freezeCardOperation } from "@/lib/card-index/freeze-card";
import type { RunKind } from "@/lib/domain/runs/run";

/** What a run of a kind knows about itself when it comes to an item. */
export type RunFacts = {
  id: string;
  kind: RunKind;
  reason: string | null;
  /** By the database's clock, before the cards were read for the plan. */
  readAt: Date;
};

export type Item = { position: number; cardId: string; operationId: string };

/** What a run does to one of its items: the card's own operation, with its own audit entries. */
type ItemOperation<Input> = {
  operation: Operation<Input, unknown> & { target(input: Input): string | null };
  action: string;
  readInput(run: RunFacts, item: Item): Promise<Input>;
  outcome: OutcomeSql;
};

/** How a success counts, as SQL over `o.result`. */
type OutcomeSql = {
  /** Whether something changed; null if that isn't known. */
  isChanged: string;
  /** By the database's clock; every later read includes the change. */
  changedAt: string;
};

const CARD_OUTCOME: OutcomeSql = {
  isChanged: "o.result #>> '{data,previousStatus}' <> o.result #>> '{data,card,status}'",
  changedAt: "(o.result #>> '{data,readAt}')::timestamptz",
};

// Keeps the input's type between an operation and what reads its input.
function define<Input>(itemOperation: ItemOperation<Input>): ItemOperation<unknown> {
  return itemOperation as ItemOperation<unknown>;
}

export const ITEM_OPERATIONS: Record<RunKind, ItemOperation<unknown>> = {
  freeze: define({
    operation: freezeCardOperation,
    action: "card.freeze",
    readInput: async (_, { cardId }) => ({ cardId, freeze: true }),
    outcome: CARD_OUTCOME,
  }),
  unfreeze: define({
    operation: freezeCardOperation,
    action: "card.unfreeze",
    readInput: async ({ readAt }, { cardId }) => ({
      cardId,
      freeze: false,
      seen: { status: "FROZEN", readAt: readAt.toISOString() },
    }),
    outcome: CARD_OUTCOME,
  }),
  block: define({
    operation: blockCardOfRunOperation,
    action: "card.block",
    readInput: async ({ reason }, { cardId }) => ({ cardId, reason: reason ?? "" }),
    outcome: CARD_OUTCOME,
  }),
};

/** SQL: what counts for a run of its kind, `r.kind`. */
export function outcomeSql(part: keyof OutcomeSql): string {
  const cases = Object.entries(ITEM_OPERATIONS).map(
    ([kind, { outcome }]) => `when '${kind}' then ${outcome[part]}`,
  );
  return `case r.kind ${cases.join(" ")} end`;
}
