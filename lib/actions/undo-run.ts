"use server";

import { z } from "zod";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { pool } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { findFrozenCards, RUN_ID_TAKEN, storePlan } from "@/lib/runs/plan-run";
import { defineAction } from "./define-action";

/** Plans to unfreeze exactly the cards that a run froze, except those that changed since. */
export const undoRun = defineAction({
  permission: "bulk.run",
  confirmation: "none",
  input: z.object({ runId: OwnId }),
  action: "run.undo",
  target: ({ runId }) => runId,
  topics: () => ["runs"],
  async run({ input: { runId }, actor, request: { requestId, address }, operationId, trace, commit }) {
    const { rows } = await (await pool()).query<{ isOver: boolean }>(
      `select finished_at is not null as "isOver" from runs where id = $1 and kind = 'freeze'`,
      [runId],
    );
    const reject = (code: "not-found" | "conflict", message: string) =>
      failure({ code, message, requestId, retry: "never" });
    if (!rows[0]) return reject("not-found", "No such run.");
    if (!rows[0].isOver) return reject("conflict", "This run isn’t over yet. Cancel it first.");
    const readAt = await databaseNow();
    const cards = await findFrozenCards(runId);
    if (cards.length === 0) return reject("conflict", "This run froze no card.");
    return commit(async (client) => {
      const scope = "Cards that a run froze";
      const isStored = await storePlan(
        client,
        {
          id: operationId,
          kind: "unfreeze",
          scope,
          reason: null,
          personId: actor.id,
          address,
          readAt,
          undoOf: runId,
        },
        cards,
      );
      if (!isStored) return reject("conflict", RUN_ID_TAKEN);
      trace.after = { Run: operationId, Cards: cards.length };
      return success({ runId: operationId });
    });
  },
});
