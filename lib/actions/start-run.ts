"use server";

import { z } from "zod";
import { can } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { lockRun, startRun as start } from "@/lib/runs/change-state";
import { countItems } from "@/lib/runs/count-items";
import { startRuns } from "@/lib/runs/runs-job";
import { defineAction } from "./define-action";

/** Only who planned a run can start it, and only with the number of cards that they saw. */
export const startRun = defineAction({
  permission: "bulk.freeze",
  confirmation: "recent",
  input: z.object({ runId: OwnId, count: z.int().min(1) }),
  action: "run.start",
  target: ({ runId }) => runId,
  topics: ({ runId }) => ["runs", `run:${runId}`],
  async run({ input: { runId, count }, actor, request: { requestId }, trace, commit }) {
    const reject = (code: "not-found" | "conflict" | "forbidden", message: string) =>
      failure({ code, message, requestId, retry: "never" });
    const started = await commit<{ runId: string }>(async (client) => {
      const run = await lockRun(client, runId);
      if (run?.personId !== actor.id) return reject("not-found", "No such run of yours.");
      if (!can(actor.role, RUN_PERMISSIONS[run.kind]))
        return reject("forbidden", "Your role may no longer do this to many cards at once.");
      if (run.state !== "planned") return reject("conflict", "This run was started or canceled before.");
      const counts = await countItems(client, runId);
      if (counts.waiting !== count)
        return reject("conflict", "The plan has another number of cards. Reload the page.");
      await start(client, runId);
      trace.after = { Kind: run.kind, Cards: counts.waiting, Skipped: counts.skipped };
      return success({ runId });
    });
    if (started.ok) await startRuns();
    return started;
  },
});
