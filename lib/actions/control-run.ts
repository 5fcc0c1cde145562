"use server";

import { z } from "zod";
import { can } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { RUN_PERMISSIONS, RUN_STATES } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { ALLOWED_FROM, cancelRun, lockRun, pauseRun, resumeRun } from "@/lib/runs/change-state";
import { startRuns } from "@/lib/runs/runs-job";
import { defineAction } from "./define-action";

const ACTIONS = { paused: "run.pause", running: "run.resume", canceled: "run.cancel" } as const;

/** Anyone who could have started it can pause it, let it go on, or cancel the cards that are left. */
export const controlRun = defineAction({
  permission: "bulk.freeze",
  // It goes on with what starting it asked for.
  confirmation: ({ to }) => (to === "running" ? "recent" : "none"),
  input: z.object({
    runId: OwnId,
    to: z.enum(["paused", "running", "canceled"]),
    /** Discards a plan, but not a run that it has become since the person saw it. */
    from: z.literal("planned").optional(),
  }),
  action: "run.pause",
  actionOf: ({ to }) => ACTIONS[to],
  target: ({ runId }) => runId,
  topics: ({ runId }) => ["runs", `run:${runId}`],
  async run({ input: { runId, to, from }, actor, request: { requestId }, commit }) {
    const reject = (code: "not-found" | "conflict" | "forbidden", message: string) =>
      failure({ code, message, requestId, retry: "never" });
    const changed = await commit<{ runId: string }>(async (client) => {
      const run = await lockRun(client, runId);
      // A plan is only its author's.
      if (!run || (run.state === "planned" && run.personId !== actor.id))
        return reject("not-found", "No such run.");
      if (!can(actor.role, RUN_PERMISSIONS[run.kind]))
        return reject("forbidden", "Your role may not do this to many cards at once.");
      const allowed: readonly string[] = ALLOWED_FROM[to];
      if (!allowed.includes(run.state) || (from && run.state !== from))
        return reject("conflict", `This run is ${RUN_STATES[run.state].toLowerCase()}. Nothing was changed.`);
      if (to === "paused") await pauseRun(client, runId, `Paused by ${actor.name}.`);
      else if (to === "running") await resumeRun(client, runId);
      else await cancelRun(client, runId);
      return success({ runId });
    });
    if (changed.ok) await startRuns();
    return changed;
  },
});
