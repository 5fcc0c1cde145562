"use server";

import { z } from "zod";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { countOf } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import { type ErrorCode, failure, success } from "@/lib/domain/result";
import { RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { readDesigns } from "@/lib/queries/design-names";
import { readFailedRows, storeRows } from "@/lib/runs/issue/issue-rows";
import { findWarnings, toCheckContext } from "@/lib/runs/issue/issue-warnings";
import { planIssueRun } from "@/lib/runs/issue/plan-issue";
import { findFailedCards, RUN_ID_TAKEN, storePlan } from "@/lib/runs/plan-run";
import { readRun } from "@/lib/runs/read-runs";
import { defineAction } from "./define-action";

/** Plans the same for the cards or rows that failed or were canceled. */
export const retryRun = defineAction({
  permission: "bulk.freeze",
  confirmation: "none",
  input: z.object({ runId: OwnId }),
  action: "run.retry",
  target: ({ runId }) => runId,
  topics: () => ["runs"],
  async run({ input: { runId }, actor, request: { requestId, address }, operationId, trace, commit }) {
    const reject = (code: ErrorCode, message: string) =>
      failure({ code, message, requestId, retry: "never" });
    const run = await readRun(runId, actor.id);
    if (!run) return reject("not-found", "No such run.");
    if (!can(actor.role, RUN_PERMISSIONS[run.kind]))
      return reject("forbidden", "Your role may not do this to many cards at once.");
    if (run.startedAt === null) return reject("conflict", "This run was never started.");
    if (run.finishedAt === null) return reject("conflict", "This run isn’t over yet. Cancel it first.");
    if (run.kind === "issue") {
      const failed = await readFailedRows(runId);
      const rows = failed.flatMap((row) => row ?? []);
      if (rows.length === 0)
        return reject(
          "conflict",
          "No row of this run is left to try again, or they were deleted since. Send the file again.",
        );
      const left = failed.length - rows.length;
      const missing = left > 0 ? `, without ${countOf(left, "row")} that can’t be read anymore` : "";
      const designs = await readDesigns();
      const warnings = await findWarnings(rows, toCheckContext(designs));
      return commit<{ runId: string }>(async (client) => {
        const again = {
          id: operationId,
          scope: `Rows that failed or were canceled in a run${missing}`,
          personId: actor.id,
          address,
          // Of a retry that was canceled, the first one: its rows have the claims.
          retryOf: run.retryOf ?? runId,
        };
        const isStored = await storeRows(client, { runId: operationId, personId: actor.id, from: 1 }, rows);
        const summary =
          isStored && (await planIssueRun(client, again, { count: rows.length, designs, warnings }));
        if (!summary) return reject("conflict", "The rows can’t be planned now. Try again.");
        trace.after = { Run: operationId, Rows: rows.length };
        return success({ runId: operationId });
      });
    }
    const readAt = await databaseNow();
    const cards = await findFailedCards(run);
    if (cards.length === 0) return reject("conflict", "No card of this run failed or was canceled.");
    return commit(async (client) => {
      const { kind, reason, undoOf } = run;
      const isStored = await storePlan(
        client,
        {
          id: operationId,
          kind,
          scope: "Cards that failed or were canceled in a run",
          reason,
          personId: actor.id,
          address,
          readAt,
          ...(undoOf ? { undoOf } : {}),
        },
        cards,
      );
      if (!isStored) return reject("conflict", RUN_ID_TAKEN);
      trace.after = { Run: operationId, Cards: cards.length };
      return success({ runId: operationId });
    });
  },
});
