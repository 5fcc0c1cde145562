import "server-only";
import {
  type Difference,
  type FormatDifference,
  MAX_COMPARED_ROWS_SHOWN,
  type ReportComparison,
} from "@/lib/domain/reports/comparison";
import { type AlignedColumns, alignColumns, alignedCells } from "./align-columns";
import { DigestIds } from "./digest-ids";
import { NO_PARTNER, pairRows } from "./pair-rows";
import { readFormat, scanRowsAt } from "./read-file";
import { keyColumns } from "./row-key";
import { detectColumns } from "./summarize";

export type ComparedFile = {
  fileId: string;
  rows: number;
  columns: string[];
  /** Of the issuer's original file, and of the stored one. */
  sha256: string;
  storedSha256: string;
};
export type FilePair = { before: ComparedFile; after: ComparedFile };

/** Row numbers from 0 in either file. */
export type RowPair = { before: number | null; after: number | null };
type RowNumbers = { before: Uint32Array; after: Uint32Array };
/** `pairs` has the rows that belong together at the same position, in the later file's order. */
type Matched = { pairs: RowNumbers; left: RowNumbers };

/** The shown rows are only numbers, so that no content stays in memory. */
export type FileComparison = ReportComparison & { shown: Record<Difference, RowPair[]> };

/**
 * First matches rows that are equal, then rows that differ only in the running balance, then rows with the same key.
 * Memory holds a few numbers per row. Each file is read once, and again only for the rows without an equal one.
 */
export async function compareFiles(files: FilePair): Promise<FileComparison> {
  const { before, after } = files;
  if (before.storedSha256 === after.storedSha256) return sameFile(files);
  const aligned = alignColumns(before.columns, after.columns);
  const { balance } = detectColumns(aligned.columns);
  const key = keyColumns(aligned.columns);

  const everything = { before: range(before.rows), after: range(after.rows) };
  const equal = await matchRows(files, everything, (row, side) =>
    JSON.stringify(alignedCells(row, aligned, side)),
  );
  // A row more or less changes the balance of all later ones.
  const rebalanced =
    balance === null
      ? unmatched(equal.left)
      : await matchRows(files, equal.left, (row, side) =>
          JSON.stringify(alignedCells(row, aligned, side).with(balance, "")),
        );
  const changed =
    key.length === 0
      ? unmatched(rebalanced.left)
      : await matchRows(files, rebalanced.left, (row, side) => {
          const cells = alignedCells(row, aligned, side);
          const keyCells = key.map((index) => cells[index] ?? "");
          // Rows without an ID have nothing in common: none of the rows that are left has an equal one.
          return JSON.stringify(keyCells[0] === "" ? cells : keyCells);
        });
  const { left } = changed;
  return {
    counts: {
      changed: changed.pairs.after.length,
      added: left.after.length,
      removed: left.before.length,
      balance: rebalanced.pairs.after.length,
    },
    unchanged: equal.pairs.after.length,
    keyColumns: key.map((index) => aligned.columns[index] ?? ""),
    addedColumns: aligned.added,
    removedColumns: aligned.removed,
    formatDifferences: await compareFormats(files, {
      aligned,
      isReordered: !isAscending(equal.pairs.before),
    }),
    isSameFile: false,
    shown: {
      changed: firstPairs(changed.pairs),
      added: firstRows(left.after).map((row) => ({ before: null, after: row })),
      removed: firstRows(left.before).map((row) => ({ before: row, after: null })),
      balance: firstPairs(rebalanced.pairs),
    },
  };
}

function sameFile({ before, after }: FilePair): FileComparison {
  return {
    counts: { changed: 0, added: 0, removed: 0, balance: 0 },
    unchanged: after.rows,
    keyColumns: [],
    addedColumns: [],
    removedColumns: [],
    formatDifferences: before.sha256 === after.sha256 ? [] : ["masked values"],
    isSameFile: true,
    shown: { changed: [], added: [], removed: [], balance: [] },
  };
}

type IdentityOf = (row: readonly string[], side: "before" | "after") => string;

async function matchRows(
  { before, after }: FilePair,
  rows: RowNumbers,
  identityOf: IdentityOf,
): Promise<Matched> {
  const digests = new DigestIds(rows.before.length + rows.after.length);
  const idsOf = async (fileId: string, side: "before" | "after") => {
    const ids = new Uint32Array(rows[side].length);
    let position = 0;
    for await (const batch of scanRowsAt(fileId, rows[side]))
      for (const row of batch) {
        ids[position] = digests.idOf(identityOf(row, side));
        position += 1;
      }
    return ids;
  };
  const earlier = await idsOf(before.fileId, "before");
  const later = await idsOf(after.fileId, "after");
  const partners = pairRows(earlier, later, digests.size);
  const isPaired = new Uint8Array(earlier.length);
  for (const partner of partners) if (partner !== NO_PARTNER) isPaired[partner] = 1;
  const hasPartner = (_: number, index: number) => partners[index] !== NO_PARTNER;
  return {
    pairs: {
      before: Uint32Array.from(partners.filter(hasPartner), (partner) => rows.before[partner] ?? 0),
      after: rows.after.filter(hasPartner),
    },
    left: {
      before: rows.before.filter((_, index) => isPaired[index] === 0),
      after: rows.after.filter((row, index) => !hasPartner(row, index)),
    },
  };
}

function unmatched(left: RowNumbers): Matched {
  return { pairs: { before: new Uint32Array(), after: new Uint32Array() }, left };
}

type Arrangement = { aligned: AlignedColumns; isReordered: boolean };

async function compareFormats(
  { before, after }: FilePair,
  { aligned, isReordered }: Arrangement,
): Promise<FormatDifference[]> {
  const earlier = await readFormat(before.fileId);
  const later = await readFormat(after.fileId);
  const isDifferent: Record<FormatDifference, boolean> = {
    "row order": isReordered,
    "column order": !isAscending(aligned.before),
    separators: earlier.delimiter !== later.delimiter,
    "line ends": earlier.lineEnd !== later.lineEnd,
    "masked values": false,
  };
  return (Object.keys(isDifferent) as FormatDifference[]).filter((difference) => isDifferent[difference]);
}

function isAscending(numbers: ArrayLike<number>): boolean {
  for (let index = 1; index < numbers.length; index += 1)
    if ((numbers[index] ?? 0) < (numbers[index - 1] ?? 0)) return false;
  return true;
}

const range = (length: number) => Uint32Array.from({ length }, (_, index) => index);

const firstRows = (rows: Uint32Array) => [...rows.subarray(0, MAX_COMPARED_ROWS_SHOWN)];

function firstPairs({ before, after }: RowNumbers): RowPair[] {
  return firstRows(after).map((row, index) => ({ before: before[index] ?? 0, after: row }));
}
