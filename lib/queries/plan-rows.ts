import "server-only";
import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { cellsOfRequest } from "@/lib/contract/issue-rows/cells-of-request";
import { pool } from "@/lib/db/database";
import type { IssueRow } from "@/lib/domain/issue-rows/read-rows";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { inTransaction } from "@/lib/postgres/open-database";
import { findRun } from "@/lib/runs/change-state";
import { RETRIED_ROWS, readStoredRows } from "@/lib/runs/issue/issue-rows";
import { defineQuery } from "./define-query";
import { readDesigns } from "./design-names";

export type PlanRows = {
  /** Null for typed or pasted rows. */
  fileName: string | null;
  rows: IssueRow[];
};

const FILE = /^File “(.+)”$/;

/** The rows of a plan, to change them, for who planned them. Audited, because they are personal data. */
export const getPlanRows = defineQuery({
  name: "the rows of a plan",
  permission: "bulk.run",
  input: z.object({ runId: OwnId }),
  async run({ input: { runId }, actor: { id, name, role }, address, requestId }) {
    const db = await pool();
    const run = await findRun(db, runId);
    if (run?.personId !== id || run.kind !== "issue")
      return failure({ code: "not-found", message: "No such plan of yours.", requestId, retry: "never" });
    const reject = (message: string) => failure({ code: "conflict", message, requestId, retry: "never" });
    if (run.state !== "planned")
      return reject("This plan was started, canceled, or planned again. Open Bulk runs for the newest one.");
    if (run.retryOf) return reject(RETRIED_ROWS);
    const stored = await readStoredRows(runId, id);
    const requests = stored.flatMap((row) => row ?? []);
    if (requests.length === 0 || requests.length < stored.length)
      return reject("The rows of this plan can’t be read anymore. Read the file again.");
    const designs = [...(await readDesigns()).values()];
    await inTransaction(db, (client) =>
      appendAudit(client, {
        phase: "event",
        action: "run.read-rows",
        outcome: "succeeded",
        actor: { id, name, role },
        target: runId,
        after: { Rows: requests.length },
        address,
      }),
    );
    return success<PlanRows>({
      fileName: FILE.exec(run.scope)?.[1] ?? null,
      rows: requests.map(({ number, request }) => ({ number, cells: cellsOfRequest(request, designs) })),
    });
  },
});
