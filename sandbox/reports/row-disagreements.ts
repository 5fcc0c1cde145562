import { createHash } from "node:crypto";
import { stringify } from "csv-stringify/sync";
import type { Disagreement, DisagreementChange, DisagreementKind } from "@/lib/domain/settings/disagreements";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import type { Random } from "@/sandbox/domain/credentials";
import { drawBelow, drawBetween, drawReference, drawUuid, seededRandom } from "@/sandbox/scenarios/random";
import type { Cell } from "./report";

/** In units of an amount's last digit. */
const MAX_DEVIATION = 999;
const UNKNOWN_MERCHANT = "Unknown Merchant";

type Edited = { rows: Cell[][]; changes: DisagreementChange[] };
type Edit = (row: Cell[], file: { columns: readonly string[]; day: IsoDate; random: Random }) => Edited;

/** Each kind changes the named row or cell alone: the other rows and their balances stay as in the right file. */
const EDITS = {
  "missing-row": (row, file) => ({ rows: [], changes: [change(file, row, { before: toLine(row) })] }),
  "doubled-row": (row, file) => ({ rows: [row, row], changes: [change(file, row, { after: toLine(row) })] }),
  "extra-row": (row, file) => {
    const unknown = unknownRow(row, file);
    return { rows: [row, unknown], changes: [change(file, unknown, { after: toLine(unknown) })] };
  },
  "wrong-day": (row, file) => ({
    rows: [],
    changes: [
      change(file, row, { before: toLine(row) }),
      change({ ...file, day: addDays(file.day, 1) }, row, { after: toLine(row) }),
    ],
  }),
  "changed-amount": (row, file) => editCell(row, file, ["fee_amount", "bill_amount"], deviate(file.random)),
  "changed-fee": (row, file) => editCell(row, file, ["fee_amount", "cardholder_fees"], deviate(file.random)),
  "wrong-balance": (row, file) => editCell(row, file, ["balance_after"], deviate(file.random)),
  "changed-currency": (row, file) =>
    editCell(row, file, ["fee_currency", "bill_currency"], (currency) =>
      currency === "EUR" ? "USD" : "EUR",
    ),
} satisfies Partial<Record<DisagreementKind, Edit>>;

type RowKind = keyof typeof EDITS;
type RowDisagreement = Disagreement & { kind: RowKind };

export function isRowKind(kind: DisagreementKind): kind is RowKind {
  return kind in EDITS;
}

export function isRowDisagreement(disagreement: Disagreement): disagreement is RowDisagreement {
  return isRowKind(disagreement.kind);
}

export type DisagreeingRows = {
  rows: Cell[][];
  /** Under the disagreement's ID. */
  changes: Map<number, DisagreementChange[]>;
  /** The rows that belong into the next day's file. */
  moved: Cell[][];
};

/**
 * The rows of a file with its disagreements. The seed, the type, the day, and the order of the disagreements decide
 * which rows they affect, each at most once.
 */
export function disagreeingRows(
  { columns, rows }: { columns: readonly string[]; rows: Cell[][] },
  file: { seed: number; day: IsoDate },
  disagreements: readonly RowDisagreement[],
): DisagreeingRows {
  const changes = new Map(disagreements.map(({ id }) => [id, [] as DisagreementChange[]]));
  const moved: Cell[][] = [];
  const edits = chooseRows(rows.length, file, disagreements);
  const edited = rows.flatMap((row, index) => {
    const chosen = edits.get(index);
    if (!chosen) return [row];
    const edit: Edit = EDITS[chosen.kind];
    const result = edit(row, { columns, day: file.day, random: chosen.random });
    changes.get(chosen.id)?.push(...result.changes);
    if (chosen.kind === "wrong-day") moved.push(row);
    return result.rows;
  });
  return { rows: edited, changes, moved };
}

type Chosen = { id: number; kind: RowKind; random: Random };

function chooseRows(
  total: number,
  { seed, day }: { seed: number; day: IsoDate },
  disagreements: readonly RowDisagreement[],
): Map<number, Chosen> {
  const chosen = new Map<number, Chosen>();
  for (const [position, { id, kind, type, count }] of disagreements.entries()) {
    const random = seededRandom(seed, hash(`${type} ${day} ${position} ${kind}`));
    const last = Math.min(chosen.size + count, total);
    while (chosen.size < last) {
      const row = kind === "wrong-day" ? lastFree(total, chosen) : drawFree(total, chosen, random);
      chosen.set(row, { id, kind, random });
    }
  }
  return chosen;
}

function drawFree(total: number, taken: ReadonlyMap<number, unknown>, random: Random): number {
  for (;;) {
    const row = drawBelow(random, total);
    if (!taken.has(row)) return row;
  }
}

/** The day's last row is the first of the next day's file, so that the balances of both files still follow each other. */
function lastFree(total: number, taken: ReadonlyMap<number, unknown>): number {
  let row = total - 1;
  while (taken.has(row)) row -= 1;
  return row;
}

function hash(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

function toLine(row: readonly Cell[]): string {
  return stringify([row as Cell[]]).slice(0, -1);
}

function change(
  { columns, day }: { columns: readonly string[]; day: IsoDate },
  row: readonly Cell[],
  difference: { column?: string; before?: string; after?: string },
): DisagreementChange {
  const id = row[columns.indexOf("transaction_id")];
  return {
    day,
    transactionId: id === undefined ? null : String(id),
    column: difference.column ?? null,
    before: difference.before ?? null,
    after: difference.after ?? null,
  };
}

/** Edits the first of these columns that the report has. */
function editCell(
  row: Cell[],
  file: { columns: readonly string[]; day: IsoDate },
  names: readonly string[],
  edit: (before: string) => string,
): Edited {
  const column = names.find((name) => file.columns.includes(name)) ?? "";
  const index = file.columns.indexOf(column);
  const before = String(row[index]);
  const after = edit(before);
  return { rows: [row.with(index, after)], changes: [change(file, row, { column, before, after })] };
}

/** Away from zero, so that the sign stays. */
function deviate(random: Random): (amount: string) => string {
  return (amount) => {
    const decimals = amount.split(".")[1]?.length ?? 0;
    const units = BigInt(amount.replace(/[-.]/g, "")) + BigInt(drawBetween(random, 1, MAX_DEVIATION));
    const digits = String(units).padStart(decimals + 1, "0");
    const point = digits.length - decimals;
    const magnitude = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
    return amount.startsWith("-") ? `-${magnitude}` : magnitude;
  };
}

/** Like the row before, but of a transaction that nobody knows, or of such a card if the report has no transactions. */
function unknownRow(
  row: readonly Cell[],
  { columns, random }: { columns: readonly string[]; random: Random },
): Cell[] {
  const cells: Record<string, Cell> = columns.includes("transaction_id")
    ? {
        transaction_id: drawUuid(random),
        external_transaction_id: drawReference(random),
        merchant: UNKNOWN_MERCHANT,
      }
    : { card_id: drawUuid(random) };
  return row.map((cell, index) => cells[columns[index] ?? ""] ?? cell);
}
