"use server";

import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { countOf } from "@/lib/domain/money/numbers";
import { failure, success } from "@/lib/domain/result";
import { MAX_RUN_CARDS } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { readDesigns } from "@/lib/queries/design-names";
import { cancelRun, lockRun } from "@/lib/runs/change-state";
import { findKeptRows, RETRIED_ROWS, readStoredRows } from "@/lib/runs/issue/issue-rows";
import { findWarnings, toCheckContext } from "@/lib/runs/issue/issue-warnings";
import { planIssueRun } from "@/lib/runs/issue/plan-issue";
import { defineAction } from "./define-action";

/** Makes a plan of the rows that `addIssueRows` has stored. Nothing happens before the run is started. */
export const planIssue = defineAction({
  permission: "bulk.run",
  confirmation: "none",
  input: z.object({
    runId: OwnId,
    count: z.int().min(1).max(MAX_RUN_CARDS),
    /** Null for typed or pasted rows. */
    fileName: z.string().trim().min(1).max(255).transform(maskCardSecrets).nullable(),
    /** The plan whose rows these are, changed. It is canceled. */
    replaces: OwnId.nullable().default(null),
  }),
  action: "run.plan",
  target: ({ runId }) => runId,
  topics: ({ runId }) => ["runs", `run:${runId}`],
  async run({ input, actor, request: { requestId, address }, trace, commit }) {
    const { runId, count, fileName, replaces } = input;
    const reject = (message: string) =>
      failure({ code: "conflict" as const, message, requestId, retry: "never" as const });
    const designs = await readDesigns();
    const rows = (await readStoredRows(runId, actor.id)).flatMap((row) => row ?? []);
    const before = replaces === null ? [] : await readStoredRows(replaces, actor.id);
    const kept = findKeptRows(
      rows,
      before.flatMap((row) => row ?? []),
    );
    const warnings = await findWarnings(rows, toCheckContext(designs));
    const scope = fileName === null ? "Typed or pasted rows" : `File “${fileName}”`;
    return commit<{ runId: string }>(async (client) => {
      const replaced = replaces === null ? null : await lockRun(client, replaces);
      if (replaced && (replaced.personId !== actor.id || replaced.kind !== "issue"))
        return reject("This isn’t a plan of yours. Nothing was planned.");
      if (replaced?.retryOf) return reject(RETRIED_ROWS);
      // Cards with a changed name would be issued twice, from the run or from the other plan.
      if (replaced && replaced.state !== "planned")
        return reject(
          "These rows were started or planned again in the meantime. Nothing was planned: open Bulk runs.",
        );
      const run = { id: runId, scope, personId: actor.id, address };
      const summary = await planIssueRun(client, run, {
        count,
        designs,
        warnings,
        replaced: replaced && { runId: replaced.id, kept },
      });
      if (!summary)
        return reject(
          `Not all of the ${countOf(count, "row")} have arrived, or they are planned already. Read the file again.`,
        );
      if (replaced) await cancelRun(client, replaced.id);
      // The run has the name of the file; the audit log is kept forever.
      const which = fileName === null ? scope : "Rows of a file";
      trace.after = {
        Rows: count,
        Which: which,
        "Total limit": summary.totalLimit,
        ...(replaced && { Replaces: replaced.id }),
      };
      return success({ runId });
    });
  },
});
