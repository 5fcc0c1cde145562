"use server";

import { NewMapping } from "@/lib/domain/reconciliation/new-mapping";
import { type AppError, failure, success } from "@/lib/domain/result";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { startReconciliation } from "@/lib/reconciliation/reconcile-job";
import {
  describeMapping,
  findMappingProblem,
  insertMapping,
  lockNewestMapping,
} from "@/lib/reconciliation/settlement-mappings";
import { defineAction } from "./define-action";

/** Says what the columns of a type of settlement file mean. All files of the type are then read again. */
export const mapSettlementColumns = defineAction({
  permission: "reconciliation.work",
  confirmation: "none",
  input: NewMapping,
  action: "reconciliation.map-columns",
  target: ({ type }) => type,
  topics: () => ["reconciliation"],
  async run({ input: { type, mapping, basedOn }, actor, trace, request: { requestId }, commit }) {
    const problem = mapping && (await findMappingProblem(type, mapping));
    if (problem) return failure(refused(problem, requestId));
    const result = await commit<{ version: number }>(async (client) => {
      const newest = await lockNewestMapping(client, type);
      if ((newest?.version ?? null) !== basedOn) return failure(changedSince(requestId));
      if (canonicalJson(newest?.mapping ?? null) === canonicalJson(mapping))
        return failure(refused("Nothing would change.", requestId));
      trace.before = describeMapping(newest?.mapping ?? null);
      trace.after = describeMapping(mapping);
      return success({ version: await insertMapping(client, { type, mapping, personId: actor.id }) });
    });
    if (result.ok) await startReconciliation();
    return result;
  },
});

function refused(message: string, requestId: string): AppError {
  return { code: "refused", message, requestId, retry: "never" };
}

function changedSince(requestId: string): AppError {
  return {
    code: "conflict",
    message: "The columns were mapped by someone else in the meantime. Reload the page and check them.",
    requestId,
    retry: "never",
  };
}
