import { ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import type { Call } from "@/simulator/edges/network";
import { toLetters } from "@/simulator/effects";
import type { World } from "@/simulator/world";

const MIN_ROWS = 3;
const FILE_SIZES = 3;
/** From this number on, the last row of a file has a limit that needs a second person where a policy is on. */
export const FIRST_HIGH_FILE = 100;
/** Other cards have 500, and the policy begins at 1,000 (DEFAULT_APPROVAL_SETTINGS). */
const HIGH_LIMIT = 2_000;
const CONSUMER: IssueCells = Object.fromEntries(
  ISSUE_COLUMNS.filter(({ types }) => types.includes("Consumer")).map(({ key, example }) => [key, example]),
);

/** Of the customers in files. */
export const BULK_CUSTOMERS = "bulk-";

export function countRows(file: number): number {
  return MIN_ROWS + (file % FILE_SIZES);
}

/** The same each time, except for the mark of the run, which the dashboard doesn't compare. */
export function rowsOf(file: number, runId: string) {
  return Array.from({ length: countRows(file) }, (_, index) => {
    const position = index + 1;
    const own = { customerId: customerOf(file, position), kycApplicantId: markOf(runId, position) };
    const isHigh = file >= FIRST_HIGH_FILE && position === countRows(file);
    // The header is the file's first row.
    return {
      number: position + 1,
      cells: { ...CONSUMER, ...own, ...(isHigh && { spendLimit: String(HIGH_LIMIT) }) },
    };
  });
}

export function nameOf(file: number): string {
  return `${file}.csv`;
}

/** Nobody else creates cards for them. */
function customerOf(file: number, position: number): string {
  return `bulk-${file}-${position}`;
}

/** In the issuer's records: which row of which run made a card. */
function markOf(runId: string, position: number): string {
  return `row-${position}-${toLetters(runId)}`;
}

/** Whether the issuer was asked for a card that the policy is about. */
export function hasHighLimit({ body }: Call): boolean {
  return body?.includes(`"spendLimit":${HIGH_LIMIT}`) ?? false;
}

/** What the dashboard says about a row, and how it can be found at the issuer. */
export type RunRow = {
  runId: string;
  position: number;
  state: string;
  cardId: string | null;
  /** The last one that was begun for it, or will be. */
  operationId: string;
  mark: string;
};

export async function readRunRows({ databases }: World): Promise<RunRow[]> {
  const rows = await databases.dashboard.read<Omit<RunRow, "mark">>(
    `select i.run_id::text as "runId", i.position, i.state, i.card_id as "cardId", i.operation_id::text as "operationId"
     from run_items i join runs r on r.id = i.run_id where r.kind = 'issue' order by r.created_at, r.id, i.position`,
  );
  return rows.map((row) => ({ ...row, mark: markOf(row.runId, row.position) }));
}
