import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendAudit, type NewEntry } from "@/lib/audit/append";
import { beginOperation, finishOperation } from "@/lib/audit/operations";
import { listAudit } from "@/lib/audit/read";
import { verifyExport } from "@/lib/audit/verify-export";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { writeCards } from "@/lib/card-index/sync/write-cards";
import type { Card } from "@/lib/contract/card";
import { auditCardNumber } from "@/lib/domain/people/audit-log";
import { failure } from "@/lib/domain/result";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { readRecords, readXlsx } from "@/testing/read-xlsx";
import { signInAs } from "@/testing/sign-in-as";
import { getAuditEntry, getAuditPage } from "./audit";
import { exportAudit } from "./audit-export";

const HOPPER: Card = {
  id: "5d5d0000-0000-4000-8000-000000000001",
  currency: "USD",
  lastFour: "6290",
  externalCustomerId: "cust_81158",
  cardholderName: "Grace Hopper",
  cardName: "Everyday",
  cardDesign: "classic",
  cardType: "virtual",
  status: "ACTIVE",
  created: "2026-11-01T10:00:00+0000",
};
const LOVELACE: Card = {
  ...HOPPER,
  id: "5d5d0000-0000-4000-8000-000000000002",
  lastFour: "1815",
  externalCustomerId: "cust_40217",
  cardholderName: "Ada Lovelace",
};
const MINA = { id: "", name: DEMO_PEOPLE.support.name, role: "support" as const };

let db: Database;
let tomaszId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  tomaszId = (await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email))?.id ?? "";
  MINA.id = (await findPersonByEmail(db.pool, DEMO_PEOPLE.support.email))?.id ?? "";
  await signInAs("admin");
  for (const lastFour of ["6290", "7731"])
    await writeCards([{ ...HOPPER, lastFour }, LOVELACE], {
      requestedAt: await databaseNow(),
      source: "own-change",
    });
  await recordAction("card.freeze", HOPPER.id);
  await recordAction("card.block", LOVELACE.id);
  await recordAction("customer.note", LOVELACE.externalCustomerId);
  await recordAction("person.change-role", tomaszId);
});
afterAll(() => db.close());

/** An action writes two entries: one before and one after. */
async function recordAction(action: string, target: string): Promise<void> {
  const entry = { action, target, actor: MINA, operationId: `${action}-${target}` };
  await appendEntry({ ...entry, phase: "begin", outcome: "begun" });
  await appendEntry({ ...entry, phase: "finish", outcome: "succeeded", message: "a;=1+1|@x" });
}

function appendEntry(entry: NewEntry): Promise<number> {
  return inTransaction(db.pool, (client) => appendAudit(client, entry));
}

async function findActions(target: string) {
  const page = await getAuditPage({ target });
  if (!page.ok) throw new Error(page.error.message);
  return page.data;
}

describe("the audit log's filter", () => {
  it.each([
    ["the last four", "7731", ["card.freeze"]],
    ["the last four before a reissue", "6290", ["card.freeze"]],
    ["a holder's name", "grace hopper", ["card.freeze"]],
    ["a name and a last four", "lovelace 1815", ["customer.note", "card.block"]],
    ["a customer ID", "cust_40217", ["customer.note", "card.block"]],
    ["a customer number", "40217", ["customer.note", "card.block"]],
    ["a card ID, for that card only", LOVELACE.id, ["card.block"]],
    ["a colleague's name", "tomasz", ["person.change-role"]],
    ["nothing for an unknown name", "nobody", []],
    ["nothing for a name and a wrong number", "hopper 1815", []],
  ])("takes %s", async (_, typed, actions) => {
    expect((await findActions(typed)).rows.map(({ action }) => action)).toEqual(actions);
  });

  it("finds both what a colleague did and what was done to them, by name or ID", async () => {
    const did = ["person.change-role", "customer.note", "card.block", "card.freeze"];
    for (const typed of ["Mina Reyes", "reyes", MINA.id]) {
      const { rows, targetMatch } = await findActions(typed);
      expect(rows.map(({ action }) => action)).toEqual(did);
      expect(rows.map(({ actor }) => actor)).toEqual(did.map(() => "Mina Reyes"));
      expect(targetMatch).toEqual({ hasMatches: true, isTruncated: false });
    }
    await appendEntry({
      phase: "event",
      action: "session.sign-in",
      outcome: "succeeded",
      actor: MINA,
      target: MINA.id,
    });
    expect((await findActions("mina")).rows.map(({ action }) => action)).toEqual(["session.sign-in", ...did]);
    const file = await exportCsv("?target=Mina%20Reyes");
    expect(file.rows.filter(({ phase }) => phase !== "begin").map(({ action }) => action)).toEqual([
      "session.sign-in",
      ...did,
    ]);
    expect(file.rows.filter(({ phase }) => phase === "begin")).toHaveLength(did.length);
  });

  it("returns the card of each row, and reports if nothing matches the text", async () => {
    const { rows, targetMatch } = await findActions("6290");
    expect(rows[0]?.card).toEqual({
      lastFour: "7731",
      cardholderName: "Grace Hopper",
      lastFourAtAction: null,
      formerLastFours: ["6290"],
    });
    expect(targetMatch).toEqual({ hasMatches: true, isTruncated: false });
    expect((await findActions("nobody")).targetMatch).toEqual({ hasMatches: false, isTruncated: false });
  });

  it("continues on the next page", async () => {
    const about = { targets: [HOPPER.id, LOVELACE.id, LOVELACE.externalCustomerId], actors: [], entries: [] };
    const first = await listAudit({ about }, { limit: 2 });
    const second = await listAudit({ about }, { limit: 2, before: first.olderThan ?? 0 });
    expect([...first.rows, ...second.rows].map(({ action }) => action)).toEqual([
      "customer.note",
      "card.block",
      "card.freeze",
    ]);
  });
});

describe("the card of an entry", () => {
  const GHOST = { ...HOPPER, id: "5d5d0000-0000-4000-8000-000000000003", cardholderName: "Reissued Ghost" };

  it("has the number that it had at that time", async () => {
    const reading = async (lastFour: string) =>
      writeCards([{ ...GHOST, lastFour }], { requestedAt: await databaseNow(), source: "own-change" });
    await reading("7425");
    const entry = { target: GHOST.id, operationId: randomUUID(), action: "card.unfreeze" };
    const started = await appendEntry({ ...entry, phase: "begin", outcome: "begun" });
    await appendEntry({
      ...entry,
      phase: "finish",
      outcome: "succeeded",
      before: { status: "FROZEN", lastFour: "7425" },
      after: { status: "ACTIVE", lastFour: "7425" },
    });
    await appendEntry({ phase: "event", action: "card.note", outcome: "succeeded", target: GHOST.id });
    await reading("0707");
    const { rows } = await findActions(GHOST.id);
    expect(rows.map(({ card }) => card && auditCardNumber(card))).toEqual([
      "•• 0707, formerly •• 7425",
      "•• 7425, now •• 0707",
    ]);
    // The entry from before the action has no number, but the action's other entry has.
    expect(await getAuditEntry({ seq: started })).toMatchObject({
      data: { card: { lastFourAtAction: "7425" } },
    });
  });
});

const exportCsv = async (query: string) => {
  const response = await exportAudit(new Request(`http://localhost/api/audit/export${query}`));
  const csv = await response.text();
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
  return { csv, rows };
};
const verify = (csv: string) => verifyExport([csv]);

describe("the audit log's export", () => {
  it("has every entry number and can be verified", async () => {
    const { csv, rows } = await exportCsv("");
    expect(rows.map(({ entry }) => Number(entry))).toEqual(
      Array.from(rows, (_, index) => rows.length - index),
    );
    expect(rows.filter(({ phase }) => phase === "begin").length).toBeGreaterThan(3);
    expect(await verify(csv)).toEqual({
      isConsistent: true,
      rows: rows.length,
      newest: { seq: rows.length, hash: rows[0]?.hash },
      oldest: { seq: 1, hash: rows.at(-1)?.hash },
      omitted: 0,
    });
  });

  it("has the same hashes as the dashboard shows", async () => {
    const { rows } = await exportCsv("");
    const [newest] = rows;
    expect(await getAuditEntry({ seq: newest?.entry })).toMatchObject({
      ok: true,
      data: { seq: Number(newest?.entry), hash: newest?.hash },
    });
  });

  it("is the same table in Excel, with types, and is recorded with its format", async () => {
    const query = "?action=card.block";
    const { rows } = await exportCsv(query);
    const response = await exportAudit(new Request(`http://localhost/api/audit/export${query}&format=xlsx`));
    expect(response.headers.get("content-disposition")).toContain(
      'filename="audit-log_all-days_action-card.block.xlsx"',
    );
    const file = new Uint8Array(await response.arrayBuffer());
    const withoutTime = ({ at_utc, ...others }: Record<string, string>) => others;
    const plain = rows.map((row) => ({ ...withoutTime(row), message: row.message?.replaceAll("'", "") }));
    expect(readRecords(file).map(withoutTime)).toEqual(plain);
    expect(plain.length).toBeGreaterThan(1);
    const [sheet] = readXlsx(file);
    const [head = [], first = []] = sheet?.rows ?? [];
    const numbers = head.filter((_, index) => first[index]?.isText === false).map(({ text }) => text);
    expect(numbers).toEqual(["entry", "at_utc"]);
    const [recorded] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(recorded).toMatchObject({ input: { action: "card.block", format: "xlsx" } });
  });

  it("is rejected in an unknown format", async () => {
    const response = await exportAudit(new Request("http://localhost/api/audit/export?format=pdf"));
    expect(response.status).toBe(400);
  });

  it("is recorded with the time zone of its days", async () => {
    await exportCsv("?from=2026-10-01&to=2026-10-31&zone=Asia/Tokyo");
    const [row] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(row).toMatchObject({ input: { from: "2026-10-01", timeZone: "Asia/Tokyo" } });
  });

  it("has both entries of each matching action, in order, and can be verified", async () => {
    const { csv, rows } = await exportCsv(`?person=${MINA.id}&action=card.block`);
    expect(rows.map(({ phase, action }) => [phase, action])).toEqual([
      ["finish", "card.block"],
      ["begin", "card.block"],
    ]);
    expect(await verify(csv)).toMatchObject({ isConsistent: true, rows: 2, omitted: 0 });
    const byName = await exportCsv("?target=lovelace");
    expect(byName.rows).toHaveLength(4);
  });

  it.each([
    ["a record", (csv: string) => csv.replace(/""action"":""card.block""/, '""action"":""card.freeze""')],
    ["a column", (csv: string) => csv.replace("finish,", "begin,")],
    ["a hash", (csv: string) => csv.replace(/[0-9a-f]{64}/, "0".repeat(64))],
  ])("shows that %s was edited", async (_, edit) => {
    const { csv } = await exportCsv("?action=card.block");
    expect(edit(csv)).not.toBe(csv);
    expect(await verify(edit(csv))).toMatchObject({ isConsistent: false });
  });

  it("counts removed entries", async () => {
    const { csv } = await exportCsv("");
    const lines = csv.split("\r\n");
    lines.splice(3, 1);
    expect(await verify(lines.join("\r\n"))).toMatchObject({ isConsistent: true, omitted: 1 });
  });

  it("is audited with the IDs of the filter's targets and without names", async () => {
    await exportCsv("?target=Grace%20Hopper");
    const [row] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(row?.input).toMatchObject({ target: [HOPPER.id, HOPPER.externalCustomerId] });
    await exportCsv("?target=Wanda%20Unknown");
    const { rows } = await db.pool.query<{ body: string }>(
      "select body from audit where action = 'audit.export'",
    );
    for (const { body } of rows) expect(body).not.toMatch(/Hopper|Wanda/i);
  });
});

describe("a single entry", () => {
  const operationId = randomUUID();
  const issuerRequestId = randomUUID();
  const reference = randomUUID();
  let started: { seq: number; hash: string };
  let finished: { seq: number; hash: string };

  beforeAll(async () => {
    const action = { action: "card.reissue", target: "card-of-nobody", input: { option: "x" } };
    const intent = { operationId, actor: MINA, address: null, ...action };
    await beginOperation(intent);
    const rejected = { code: "refused", message: "No.", requestId: reference, retry: "never" } as const;
    const issuer = { status: 400, code: 59, requestId: issuerRequestId };
    await finishOperation(intent, failure(rejected), { issuer }, 10);
    const { rows } = await db.pool.query<{ seq: string; hash: string }>(
      "select seq, hash from audit where operation_id = $1 order by seq",
      [operationId],
    );
    [started, finished] = rows.map(({ seq, hash }) => ({ seq: Number(seq), hash })) as [
      typeof started,
      typeof started,
    ];
  });

  it.each([
    ["an operation ID", () => operationId, () => [finished, started]],
    ["an operation ID in upper case", () => operationId.toUpperCase(), () => [finished, started]],
    ["the ID of a request to the issuer", () => issuerRequestId, () => [finished]],
    ["the request ID of an error", () => reference, () => [finished, started]],
    ["a hash", () => finished.hash, () => [finished]],
    ["the hash of an entry from before an action", () => started.hash, () => [started]],
    ["an entry number", () => String(finished.seq), () => [finished]],
    ["the number of an entry from before an action", () => `entry ${started.seq}`, () => [started]],
  ])("is found by %s in the list and in the export", async (_, typed, entries) => {
    const { rows, targetMatch } = await findActions(typed());
    const expectedSeqs = entries().map(({ seq }) => seq);
    expect(rows.map(({ seq }) => seq)).toEqual(expectedSeqs);
    expect(targetMatch).toEqual({ hasMatches: true, isTruncated: false });
    const file = await exportCsv(`?target=${typed()}`);
    const listed = file.rows.map(({ entry }) => Number(entry));
    expect(listed).toEqual(listed.includes(finished.seq) ? [finished.seq, started.seq] : expectedSeqs);
    const [record] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(record?.input).toMatchObject({ entries: expect.arrayContaining(expectedSeqs) });
  });

  it("has its own hash and refers to the action's other entry", async () => {
    expect(await getAuditEntry({ seq: started.seq })).toMatchObject({
      data: { ...started, outcome: "begun", startEntry: null, outcomeSeq: finished.seq },
    });
    expect(await getAuditEntry({ seq: finished.seq })).toMatchObject({
      data: { ...finished, outcome: "failed", startEntry: { seq: started.seq }, outcomeSeq: null },
    });
  });

  it("is not found by an unknown number or hash", async () => {
    for (const typed of ["999999999999999", "f".repeat(64)])
      expect(await findActions(typed)).toMatchObject({ rows: [], targetMatch: { hasMatches: false } });
  });
});
