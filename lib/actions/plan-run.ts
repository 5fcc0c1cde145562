"use server";

import { z } from "zod";
import { CardId } from "@/lib/contract/card";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { type AppError, type ErrorCode, failure, success } from "@/lib/domain/result";
import { MAX_RUN_CARDS, RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { cardsRequest } from "@/lib/queries/cards";
import { findCards, findMatchingCards, storePlan } from "@/lib/runs/plan-run";
import { cardsView } from "@/lib/url/cards-view";
import { describeCards } from "@/lib/url/describe-cards";
import { defineAction } from "./define-action";

/** Chosen cards, or all that match the query of the list's URL: then as many as the person saw. */
const Scope = z.union([
  z.object({ cardIds: z.array(CardId).min(1).max(MAX_RUN_CARDS) }),
  z.object({ filter: z.string().max(4_000), count: z.int().min(1).max(MAX_RUN_CARDS) }),
]);

/** Stores what would happen to which cards. Nothing happens before the run is started. */
export const planRun = defineAction({
  permission: "bulk.freeze",
  confirmation: "none",
  input: z.object({ kind: z.enum(["freeze", "unfreeze"]), scope: Scope }),
  action: "run.plan",
  target: () => null,
  topics: () => ["runs"],
  async run({ input: { kind, scope }, actor, request: { requestId, address }, operationId, trace, commit }) {
    const reject = (code: ErrorCode, message: string) =>
      failure({ code, message, requestId, retry: "never" } satisfies AppError);
    if (!can(actor.role, RUN_PERMISSIONS[kind]))
      return reject("forbidden", "Your role may freeze many cards at once, but not unfreeze them.");
    const isFilter = "filter" in scope;
    const view = isFilter ? cardsView.parse(new URLSearchParams(scope.filter)) : null;
    // A filter that isn't understood would be left out, and more cards would match.
    if (view && isFilter && cardsView.href("", view) !== scope.filter)
      return reject("invalid", "The filters aren’t understood. Open the list again.");
    const cards = view
      ? await findMatchingCards(cardsRequest(view).filter, MAX_RUN_CARDS)
      : await findCards("cardIds" in scope ? scope.cardIds : []);
    if (cards.length > MAX_RUN_CARDS)
      return reject("refused", `More than ${formatCount(MAX_RUN_CARDS)} cards match. Narrow the filters.`);
    if (isFilter && cards.length !== scope.count)
      return reject(
        "conflict",
        `${countOf(cards.length, "card")} match now instead of ${formatCount(scope.count)}. Nothing was planned. Check the list, and try again.`,
      );
    const words = view ? describeCards(view) : "Chosen cards";
    return commit(async (client) => {
      const run = { id: operationId, kind, scope: words, personId: actor.id, address };
      await storePlan(client, run, cards);
      trace.target = operationId;
      trace.after = { Cards: cards.length, Which: words };
      return success({ runId: operationId });
    });
  },
});
