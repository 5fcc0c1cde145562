"use server";

import { z } from "zod";
import { BlockReasonInput } from "@/lib/approvals/operations/block-card";
import { askForNewestCards } from "@/lib/card-index/sync/ask-for-newest-cards";
import { readIndexState } from "@/lib/card-index/sync/index-state";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { CardId } from "@/lib/contract/card";
import { maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { type AppError, type ErrorCode, failure, success } from "@/lib/domain/result";
import { isLastFour, readPastedNames } from "@/lib/domain/runs/pasted-names";
import { type CardRunKind, MAX_RUN_CARDS, RUN_KINDS, RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { toAppError } from "@/lib/issuer/to-app-error";
import { cardsRequest } from "@/lib/queries/cards";
import {
  findCards,
  findMatchingCards,
  findNamedCards,
  type PlannedCard,
  RUN_ID_TAKEN,
  storePlan,
} from "@/lib/runs/plan-run";
import { cardsView } from "@/lib/url/cards-view";
import { describeCards } from "@/lib/url/describe-cards";
import { defineAction } from "./define-action";

/** Not a card number, which must not be stored. */
const SafeCardId = CardId.refine((id) => maskCardSecretsInId(id) === id, "is a card number");

/** Read here, because the input is recorded in the audit log, and people paste anything. */
const Names = z.string().transform((text, context) => {
  const read = readPastedNames(text);
  if ("names" in read) return read.names;
  context.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
});

/** Chosen cards, pasted IDs and last fours, or all that match the query of the list's URL: as many as the person saw. */
const Scope = z.union([
  z.object({ cardIds: z.array(SafeCardId).min(1).max(MAX_RUN_CARDS) }),
  z.object({ names: Names }),
  z.object({ listQuery: z.string().max(4_000), count: z.int().min(1).max(MAX_RUN_CARDS) }),
]);

const NewPlan = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["freeze", "unfreeze"]), scope: Scope }),
  z.object({ kind: z.literal("block"), scope: Scope, reason: BlockReasonInput }),
]);

/** Stores what would happen to which cards. Nothing happens before the run is started. */
export const planRun = defineAction({
  permission: "bulk.freeze",
  confirmation: "none",
  input: NewPlan,
  action: "run.plan",
  target: () => null,
  topics: () => ["runs"],
  async run({ input, actor, request: { requestId, address }, operationId, trace, commit }) {
    const { kind, scope } = input;
    const reject = (code: ErrorCode, message: string) =>
      failure({ code, message, requestId, retry: "never" } satisfies AppError);
    if (!can(actor.role, RUN_PERMISSIONS[kind]))
      return reject(
        "forbidden",
        `Your role may freeze many cards at once, but not ${RUN_KINDS[kind].toLowerCase()} them.`,
      );
    const readAt = await databaseNow();
    const found = await findScope(scope, kind);
    if ("problem" in found) return reject(found.code, found.problem);
    const { cards, words } = found;
    return commit(async (client) => {
      const reason = input.kind === "block" ? input.reason : null;
      const run = { id: operationId, kind, scope: words, reason, personId: actor.id, address, readAt };
      if (!(await storePlan(client, run, cards))) return reject("conflict", RUN_ID_TAKEN);
      trace.target = operationId;
      trace.after = { Cards: cards.length, Which: words };
      return success({ runId: operationId });
    });
  },
});

/** Null if no card is unknown right now. A block can't be undone, and two seconds are enough for a new card. */
async function findDoubt(): Promise<{ code: ErrorCode; problem: string } | null> {
  const asked = await askForNewestCards();
  if ("failure" in asked) {
    const { code, message } = toAppError(asked.failure);
    return { code, problem: `${message} Cards named by their last four are looked up at the issuer first.` };
  }
  return asked.areKnown ? null : { code: "conflict", problem: NEW_CARDS };
}

const NEW_CARDS = "The issuer has new cards that aren’t synced yet. Try again in a few seconds.";
const NOT_ALL_SYNCED = "Not all cards are synced, so the wrong ones could be chosen. Try again in a while.";

type Found = { cards: PlannedCard[]; words: string } | { code: ErrorCode; problem: string };

async function findScope(scope: z.infer<typeof Scope>, kind: CardRunKind): Promise<Found> {
  if ("cardIds" in scope) return { cards: await findCards(scope.cardIds), words: "Chosen cards" };
  const { cards: index } = await readIndexState();
  if (!index.isComplete) return { code: "refused", problem: NOT_ALL_SYNCED };
  if ("names" in scope) {
    const doubt = kind === "block" && scope.names.some(isLastFour) ? await findDoubt() : null;
    return doubt ?? { cards: await findNamedCards(scope.names), words: "Pasted cards" };
  }
  const view = cardsView.parse(new URLSearchParams(scope.listQuery));
  // A filter that isn't understood would be left out, and more cards would match.
  if (cardsView.href("", view) !== scope.listQuery)
    return { code: "invalid", problem: "The filters aren’t understood. Open the list again." };
  const cards = await findMatchingCards(cardsRequest(view).filter, MAX_RUN_CARDS);
  if (cards.length > MAX_RUN_CARDS) {
    const problem = `More than ${formatCount(MAX_RUN_CARDS)} cards match. Narrow the filters.`;
    return { code: "refused", problem };
  }
  if (cards.length !== scope.count) {
    const problem = `${countOf(cards.length, "card")} match now instead of ${formatCount(scope.count)}. Nothing was planned. Check the list, and try again.`;
    return { code: "conflict", problem };
  }
  return { cards, words: describeCards(view) };
}
