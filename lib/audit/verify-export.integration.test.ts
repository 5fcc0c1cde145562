import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvLines } from "@/lib/csv/write-csv";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { appendAudit, chainHash } from "./append";
import { EXPORT_HEADER, exportLine } from "./export-row";
import { toRow } from "./read";
import { verifyExport } from "./verify-export";
import { type ChainedRow, walkAudit } from "./walk";

let db: Database;
let rows: ChainedRow[];

beforeAll(async () => {
  db = await openTestDashboard();
  for (const target of ["a", "b", "c", "d", "e", "f"]) await write(target);
  rows = [];
  for await (const step of walkAudit({})) rows.push(...step);
});
afterAll(() => db.close());

const ADA = { id: "ada", name: "Ada Lovelace", role: "admin" as const };

function write(target: string): Promise<number> {
  return inTransaction(db.pool, (client) =>
    appendAudit(client, { phase: "event", action: "card.freeze", outcome: "succeeded", target, actor: ADA }),
  );
}

const fileOf = (chained: readonly ChainedRow[]) => EXPORT_HEADER + chained.map(exportLine).join("");
const row = (seq: number) => rows.find((candidate) => candidate.seq === seq) ?? expect.fail(`no row ${seq}`);

/** Changes the row's actor and recomputes its hash. */
function forge(original: ChainedRow, previousHash = original.previousHash): ChainedRow {
  const { seq } = original;
  const body = canonicalJson({ ...JSON.parse(original.body), actor: { ...ADA, name: "Mallory" } });
  return { ...toRow({ seq: `${seq}`, body }), body, previousHash, hash: chainHash(previousHash, seq, body) };
}

/** Edits the cells of an export, including the header. */
function editCells(edit: (cells: string[], line: number) => string[]): string {
  const lines = parse(fileOf(rows)) as string[][];
  return csvLines(lines.map((cells, line) => edit(cells, line)));
}

describe("the columns of an exported audit log", () => {
  it("keep their names and order, so that earlier exports can still be verified", () => {
    expect(parse(EXPORT_HEADER)[0]).toEqual([
      ...["entry", "phase", "at_utc", "action", "outcome", "person", "role", "target", "message"],
      ...["issuer_status", "issuer_code", "issuer_request_id", "duration_ms", "address", "operation_id"],
      ...["input", "before", "after", "previous_hash", "hash", "record"],
    ]);
  });

  it("contain the person, the role and the address", () => {
    const line = exportLine({ ...row(6), address: "203.0.113.7" });
    expect(parse(EXPORT_HEADER + line, { columns: true })).toMatchObject([
      { person: "Ada Lovelace", role: "admin", address: "203.0.113.7" },
    ]);
  });
});

describe("an exported audit log", () => {
  it("is consistent, and its newest and oldest entries are reported", async () => {
    expect(await verifyExport([fileOf(rows)])).toEqual({
      isConsistent: true,
      rows: 6,
      newest: { seq: 6, hash: row(6).hash },
      oldest: { seq: 1, hash: row(1).hash },
      omitted: 0,
    });
  });

  it("has its omitted rows counted", async () => {
    expect(await verifyExport([fileOf([row(6), row(4), row(3)])])).toMatchObject({
      isConsistent: true,
      rows: 3,
      omitted: 1,
    });
  });

  it.each([
    [
      "a row was forged",
      () => fileOf(rows.map((each) => (each.seq === 3 ? forge(each) : each))),
      "Entry 4 does not follow entry 3.",
    ],
    [
      "a forged row was swapped with its neighbor",
      () => fileOf([row(6), row(5), row(3), forge(row(4)), row(2), row(1)]),
      "Entry 4 comes after entry 3: an export lists each entry once, newest first.",
    ],
    [
      "the order was reversed",
      () => fileOf(rows.map((each) => (each.seq === 3 ? forge(each) : each)).reverse()),
      "Entry 2 comes after entry 1: an export lists each entry once, newest first.",
    ],
    [
      "a row was replaced by another's duplicate",
      () => fileOf([row(6), row(5), row(3), row(3), row(2), row(1)]),
      "Entry 3 comes after entry 3: an export lists each entry once, newest first.",
    ],
    [
      "columns were added before the real ones",
      () =>
        editCells((cells, line) => [...(line === 0 ? ["person", "message"] : ["Mallory", "no"]), ...cells]),
      "The first line is not the header of an export.",
    ],
    [
      "the columns were renamed",
      () => editCells((cells, line) => (line === 0 ? cells.map((name) => name.toUpperCase()) : cells)),
      "The first line is not the header of an export.",
    ],
    [
      "each row has an additional cell",
      () => editCells((cells, line) => (line === 0 ? cells : [...cells, "HYPERLINK"])),
      "Entry 6 has 22 cells instead of 21.",
    ],
    [
      "a row lost its last cell",
      () => editCells((cells, line) => (line === 2 ? cells.slice(0, -1) : cells)),
      "Entry 5 has 20 cells instead of 21.",
    ],
    [
      "the first entry has a previous hash",
      () => fileOf([forge(row(1), "0".repeat(64))]),
      "Entry 1 has no valid previous hash.",
    ],
    [
      "a later entry has no previous hash",
      () => fileOf([row(6), forge(row(3), "")]),
      "Entry 3 has no valid previous hash.",
    ],
    [
      "a record is not an audit entry",
      () => {
        const body = '{"action":"card.block"}';
        const hash = chainHash(row(3).previousHash, 3, body);
        return fileOf([{ ...row(3), body, hash }]);
      },
      "The record of entry 3 isn't a valid audit record.",
    ],
    ["the file has no rows", () => EXPORT_HEADER, "The file has no entries."],
    ["the file is empty", () => "", "The first line is not the header of an export."],
    ["the file ends with invalid CSV", () => `${fileOf(rows)}7,"fin"ish`, "The file is not readable as CSV."],
  ])("is inconsistent if %s", async (_, forged, why) => {
    expect(await verifyExport([forged()])).toEqual({ isConsistent: false, why });
  });

  it("is consistent if its chain was forged to the end: only the newest hash reveals it", async () => {
    const forged = forgeFrom(3);
    const state = await verifyExport([fileOf(forged)]);
    expect(state).toMatchObject({ isConsistent: true, rows: 6, newest: { seq: 6 } });
    expect(state).not.toMatchObject({ newest: { hash: row(6).hash } });
  });
});

/** Forges every row from this one on and recomputes the chain. */
function forgeFrom(seq: number): ChainedRow[] {
  let previousHash = row(seq).previousHash;
  const forged = [...rows].reverse().map((each) => {
    if (each.seq < seq) return each;
    const next = forge(each, previousHash);
    previousHash = next.hash;
    return next;
  });
  return forged.reverse();
}

describe("an exported audit log compared with the database", () => {
  it("matches row by row, even with gaps", async () => {
    expect(await verifyExport([fileOf(rows)], db.pool)).toMatchObject({ isConsistent: true, rows: 6 });
    expect(await verifyExport([fileOf([row(5), row(2)])], db.pool)).toMatchObject({
      isConsistent: true,
      rows: 2,
      omitted: 2,
    });
  });

  it("is inconsistent if its chain was forged to the end", async () => {
    expect(await verifyExport([fileOf(forgeFrom(3))], db.pool)).toEqual({
      isConsistent: false,
      why: "Entry 6 doesn't match the audit log.",
    });
  });

  it("is inconsistent if a row between two gaps was forged", async () => {
    expect(await verifyExport([fileOf([row(6), forge(row(4)), row(2)])], db.pool)).toEqual({
      isConsistent: false,
      why: "Entry 4 doesn't match the audit log.",
    });
  });

  it("is inconsistent if it has a row that the log never had", async () => {
    const { body } = row(6);
    const added = { ...row(6), seq: 7, previousHash: row(6).hash, hash: chainHash(row(6).hash, 7, body) };
    expect(await verifyExport([fileOf([added, ...rows])], db.pool)).toEqual({
      isConsistent: false,
      why: "Entry 7 doesn't match the audit log.",
    });
  });
});
