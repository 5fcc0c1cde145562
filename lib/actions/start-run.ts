"use server";

import { z } from "zod";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { lockRun, startRun as start } from "@/lib/runs/change-state";
import { checkPlan } from "@/lib/runs/check-plan";
import { startRuns } from "@/lib/runs/runs-job";
import { defineAction } from "./define-action";

/** Not for what a policy can govern (start-block-run.ts, start-issue-run.ts). */
export const startRun = defineAction({
  permission: "bulk.freeze",
  confirmation: "recent",
  input: z.object({ runId: OwnId, count: z.int().min(1) }),
  action: "run.start",
  target: ({ runId }) => runId,
  topics: ({ runId }) => ["runs", `run:${runId}`],
  async run({ input: { runId, count }, actor, request: { requestId }, trace, commit }) {
    const started = await commit<{ runId: string }>(async (client) => {
      const run = await lockRun(client, runId);
      const { id, role } = actor;
      const plan = await checkPlan(client, run, { id, role, count, requestId });
      if (!plan.ok) return plan;
      if (run?.kind !== "freeze" && run?.kind !== "unfreeze")
        return failure({
          code: "refused",
          message: "This run is started in another way. Reload the page to start it.",
          requestId,
          retry: "never",
        });
      await start(client, runId);
      trace.after = { Kind: run?.kind, Cards: plan.data.waiting, Skipped: plan.data.skipped };
      return success({ runId });
    });
    if (started.ok) await startRuns();
    return started;
  },
});
