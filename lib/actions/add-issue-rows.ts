"use server";

import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { commitUnaudited } from "@/lib/audit/run-operation";
import {
  CELL_MAX_LENGTH,
  type CheckContext,
  checkRow,
  toRequest,
} from "@/lib/contract/issue-rows/check-rows";
import { ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import { type AppError, failure, success } from "@/lib/domain/result";
import { MAX_RUN_CARDS } from "@/lib/domain/runs/run";
import { OwnId } from "@/lib/domain/text/own-id";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { getDesigns } from "@/lib/queries/designs";
import { type NewIssueRow, storeRows } from "@/lib/runs/issue/issue-rows";
import { defineAction } from "./define-action";

/** So that a request stays small. */
const ROWS_PER_REQUEST = 250;
/** Then other requests have their turn. */
const ROWS_PER_TURN = 10;

const Text = z.string().max(CELL_MAX_LENGTH);
const keys = ISSUE_COLUMNS.map(({ key }) => key) as [IssueColumnKey, ...IssueColumnKey[]];
const Cells = z.partialRecord(z.enum(keys), Text);

/**
 * Stores rows of a file that cards will be issued from, encrypted, after checking them by the contract's rules. Not
 * audited, because nothing happens before they are planned, and rows are personal data.
 */
export const addIssueRows = defineAction({
  permission: "bulk.run",
  confirmation: "none",
  audited: false,
  input: z.object({
    runId: OwnId,
    /** The position of the first row. */
    from: z.int().min(1).max(MAX_RUN_CARDS),
    rows: z
      .array(
        z.object({
          number: z.int().min(1).max(10_000_000),
          cells: Cells,
        }),
      )
      .min(1)
      .max(ROWS_PER_REQUEST),
    defaults: Cells,
  }),
  action: "run.add-rows",
  target: () => null,
  async run({ input: { runId, from, rows, defaults }, actor, request: { requestId } }) {
    const reject = (code: AppError["code"], message: string) =>
      failure({ code, message, requestId, retry: "never" });
    if (from + rows.length - 1 > MAX_RUN_CARDS)
      return reject("refused", `A run has at most ${MAX_RUN_CARDS.toLocaleString("en")} rows.`);
    const designs = await getDesigns({});
    if (!designs.ok) return designs;
    const context: CheckContext = { today: toIsoDate(new Date()), designs: designs.data.designs, defaults };
    const checked: NewIssueRow[] = [];
    for (const [index, { number, cells }] of rows.entries()) {
      if (index % ROWS_PER_TURN === 0) await setImmediate();
      if (Object.keys(checkRow(cells, context).problems).length > 0)
        return reject("invalid", `Row ${number} isn’t valid. Check the rows again.`);
      checked.push({ number, cells, request: toRequest(cells, context) });
    }
    return commitUnaudited(async (client) => {
      const isStored = await storeRows(client, { runId, personId: actor.id, from }, checked);
      return isStored
        ? success({ stored: checked.length })
        : reject("conflict", "These rows can’t be added anymore. Read the file again.");
    });
  },
});
