import "server-only";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { CardDesign } from "@/lib/contract/card-design";
import { cellsOfRequest } from "@/lib/contract/issue-rows/cells-of-request";
import { type CheckContext, checkRow, compareRows } from "@/lib/contract/issue-rows/check-rows";
import { rowContext, seal, unseal } from "@/lib/db/seal";
import { groupWarnings, type IssueWarning } from "@/lib/domain/runs/issue-warnings";
import { toIsoDate } from "@/lib/domain/time/calendar";
import type { NewIssueRow } from "./issue-rows";

/** Then other requests have their turn. */
const ROWS_PER_TURN = 10;

/** What the grid warns about, from what would be sent: the browser isn't asked. */
export async function findWarnings(
  issued: readonly Pick<NewIssueRow, "number" | "request">[],
  context: Pick<CheckContext, "today" | "designs">,
): Promise<IssueWarning[]> {
  const rows = issued.map(({ number, request }) => ({
    number,
    cells: cellsOfRequest(request, context.designs),
  }));
  const shared = compareRows(rows, {});
  const found: { row: number; text: string }[] = [];
  for (const [index, { number, cells }] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    const { warnings } = checkRow(cells, { ...context, defaults: {} });
    for (const text of Object.values({ ...warnings, ...shared.get(index) }))
      found.push({ row: number, text });
  }
  return groupWarnings(found);
}

/** For today. Without designs they aren't checked. */
export function toCheckContext(
  designs: ReadonlyMap<string, CardDesign>,
): Pick<CheckContext, "today" | "designs"> {
  return { today: toIsoDate(new Date()), designs: designs.size > 0 ? [...designs.values()] : null };
}

const Stored = z.array(z.object({ text: z.string(), rows: z.array(z.number()) }));

/** Encrypted, because a warning can name a person. */
export function sealWarnings(runId: string, warnings: readonly IssueWarning[]): string {
  return seal(warnings, contextOf(runId));
}

/** None if the run was started, or no configured secret can decrypt them. */
export function readWarnings(runId: string, sealed: string | null): IssueWarning[] {
  return sealed === null ? [] : (Stored.safeParse(unseal(sealed, contextOf(runId))).data ?? []);
}

function contextOf(runId: string): string {
  return rowContext("runs.warnings", runId);
}
