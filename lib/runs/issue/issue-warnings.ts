import "server-only";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { findKnownCustomers } from "@/lib/card-index/find-known-customers";
import type { CardDesign } from "@/lib/contract/card-design";
import { concernText, customerConcerns, holderOfRequest } from "@/lib/contract/issue-concerns";
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
  const known = await findKnownCustomers(issued.map(({ request }) => request.meta.id));
  const found: { row: number; text: string }[] = [];
  const foundAboutCustomers: { row: number; text: string }[] = [];
  for (const [index, { number, cells }] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    const { warnings } = checkRow(cells, { ...context, defaults: {} });
    const { customerId, kycApplicantId, ...others } = shared.get(index) ?? {};
    for (const text of Object.values({ ...warnings, ...others })) found.push({ row: number, text });
    const request = issued[index]?.request;
    const customer = request && known.get(request.meta.id);
    const concerns = customer ? customerConcerns(holderOfRequest(request), customer).map(concernText) : [];
    for (const text of [...concerns, customerId, kycApplicantId])
      if (text) foundAboutCustomers.push({ row: number, text });
  }
  return [
    ...groupWarnings(foundAboutCustomers).map((warning) => ({ ...warning, isAboutCustomer: true })),
    ...groupWarnings(found),
  ];
}

/** For today. Without designs they aren't checked. */
export function toCheckContext(
  designs: ReadonlyMap<string, CardDesign>,
): Pick<CheckContext, "today" | "designs"> {
  return { today: toIsoDate(new Date()), designs: designs.size > 0 ? [...designs.values()] : null };
}

const Stored = z.array(
  z.object({ text: z.string(), rows: z.array(z.number()), isAboutCustomer: z.boolean().optional() }),
);

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
