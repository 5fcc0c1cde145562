import "server-only";
import type pg from "pg";
import { blockCardOfRunOperation } from "@/lib/approvals/operations/block-card";
import { createCardOperation } from "@/lib/approvals/operations/create-card";
import type { Operation } from "@/lib/audit/run-operation";
import { freezeCardOperation } from "@/lib/card-index/freeze-card";
import type { RunKind } from "@/lib/domain/runs/run";
import { claimRow } from "./issue/issue-claims";
import { readStoredRequest } from "./issue/issue-rows";

/** What a run of a kind knows about itself when it comes to an item. */
export type RunFacts = {
  id: string;
  kind: RunKind;
  reason: string | null;
  /** By the database's clock, before the cards were read for the plan. */
  readAt: Date;
};

export type Item = {
  position: number;
  /** Empty while it isn't issued. */
  cardId: string;
  operationId: string;
  /** By which its card was named, if it wasn't by its ID. */
  lastFour: string | null;
};

/** What a run does to one of its items: the card's own operation, with its own audit entries. */
type ItemOperation<Input> = {
  operation: Operation<Input, unknown> & { target(input: Input): string | null };
  action: string;
  /** Null if it can't be read anymore. */
  readInput(run: RunFacts, item: Item): Promise<Input | null>;
  /** In the transaction that begins the operation. False if another run does the same. */
  reserve?(client: pg.ClientBase, run: RunFacts, item: Item): Promise<boolean>;
  outcome: OutcomeSql;
};

/** How a success counts, as SQL over `o.result`. */
type OutcomeSql = {
  /** Whether something changed; null if that isn't known. */
  isChanged: string;
  /** By the database's clock; every later read includes the change. */
  changedAt: string;
  cardId: string;
};

const CARD_OUTCOME: OutcomeSql = {
  isChanged: "o.result #>> '{data,previousStatus}' <> o.result #>> '{data,card,status}'",
  changedAt: "(o.result #>> '{data,readAt}')::timestamptz",
  cardId: "i.card_id",
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
    // Never with another reason than the person's.
    readInput: async ({ reason }, { cardId, lastFour }) =>
      reason === null ? null : { cardId, reason, lastFour },
    outcome: CARD_OUTCOME,
  }),
  issue: define({
    operation: createCardOperation,
    action: "card.create",
    readInput: ({ id }, { position }) => readStoredRequest(id, position),
    reserve: (client, { id }, { position }) => claimRow(client, id, position),
    outcome: { isChanged: "true", changedAt: "null::timestamptz", cardId: "o.target" },
  }),
};

/** SQL: what counts for a run of its kind, `r.kind`. */
export function outcomeSql(part: keyof OutcomeSql): string {
  const cases = Object.entries(ITEM_OPERATIONS).map(
    ([kind, { outcome }]) => `when '${kind}' then ${outcome[part]}`,
  );
  return `case r.kind ${cases.join(" ")} end`;
}
