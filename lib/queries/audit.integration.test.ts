import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appendAudit, type NewEntry } from "@/lib/audit/append";
import { beginOperation, finishOperation } from "@/lib/audit/operations";
import { listAudit } from "@/lib/audit/read";
import { verifyExport } from "@/lib/audit/verify-export";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import { indexClock } from "@/lib/card-index/reading";
import { writeCards } from "@/lib/card-index/write-cards";
import type { Card } from "@/lib/contract/card";
import { auditCardNumber } from "@/lib/domain/audit-log";
import { failure } from "@/lib/domain/result";
import { env } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { getAuditEntry, getAuditPage } from "./audit";
import { exportAudit } from "./audit-export";

// Next's request, which only a running server has: the cookie that the browser would send.
const browser = vi.hoisted(() => ({ cookie: undefined as string | undefined }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => ({ value: browser.cookie }) }),
}));

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
  const admin = await findPersonByEmail(db.pool, DEMO_PEOPLE.admin.email);
  tomaszId = (await findPersonByEmail(db.pool, DEMO_PEOPLE.finance.email))?.id ?? "";
  MINA.id = (await findPersonByEmail(db.pool, DEMO_PEOPLE.support.email))?.id ?? "";
  const sid = await createSession(db.pool, { personId: admin?.id ?? "", address: null, userAgent: null });
  browser.cookie = await encode({ token: { sid }, secret: env().authSecret });
  for (const lastFour of ["6290", "7731"])
    await writeCards([{ ...HOPPER, lastFour }, LOVELACE], { askedAt: await indexClock(), source: "own" });
  await act("card.freeze", HOPPER.id);
  await act("card.block", LOVELACE.id);
  await act("customer.note", LOVELACE.externalCustomerId);
  await act("person.change-role", tomaszId);
});
afterAll(() => db.close());

/** An action leaves two entries: one before it is done and one after. */
async function act(action: string, target: string): Promise<void> {
  const entry = { action, target, actor: MINA, operationId: `${action}-${target}` };
  await write({ ...entry, phase: "begin", outcome: "begun" });
  await write({ ...entry, phase: "finish", outcome: "succeeded", message: "a;=1+1|@x" });
}

function write(entry: NewEntry): Promise<number> {
  return inTransaction(db.pool, (client) => appendAudit(client, entry));
}

async function found(target: string) {
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
    ["a customer id", "cust_40217", ["customer.note", "card.block"]],
    ["a bare customer number", "40217", ["customer.note", "card.block"]],
    ["a card id, and that card alone", LOVELACE.id, ["card.block"]],
    ["a colleague's name", "tomasz", ["person.change-role"]],
    ["nothing for a name that nobody has", "nobody", []],
    ["nothing for half a name and a wrong number", "hopper 1815", []],
  ])("takes %s", async (_, typed, actions) => {
    expect((await found(typed)).rows.map(({ action }) => action)).toEqual(actions);
  });

  it("takes the name or the id of a colleague for what they did, as well as for what was done to them", async () => {
    const did = ["person.change-role", "customer.note", "card.block", "card.freeze"];
    for (const typed of ["Mina Reyes", "reyes", MINA.id]) {
      const { rows, filter } = await found(typed);
      expect(rows.map(({ action }) => action)).toEqual(did);
      expect(rows.map(({ actor }) => actor)).toEqual(did.map(() => "Mina Reyes"));
      expect(filter).toEqual({ isKnown: true, isCut: false });
    }
    await write({
      phase: "event",
      action: "session.sign-in",
      outcome: "succeeded",
      actor: MINA,
      target: MINA.id,
    });
    expect((await found("mina")).rows.map(({ action }) => action)).toEqual(["session.sign-in", ...did]);
    const file = await exported("?target=Mina%20Reyes");
    expect(file.rows.filter(({ phase }) => phase !== "begin").map(({ action }) => action)).toEqual([
      "session.sign-in",
      ...did,
    ]);
    expect(file.rows.filter(({ phase }) => phase === "begin")).toHaveLength(did.length);
  });

  it("names the card of a row, and says when nothing goes by the text", async () => {
    const { rows, filter } = await found("6290");
    expect(rows[0]?.card).toEqual({
      lastFour: "7731",
      cardholderName: "Grace Hopper",
      lastFourThen: null,
      formerLastFours: ["6290"],
    });
    expect(filter).toEqual({ isKnown: true, isCut: false });
    expect((await found("nobody")).filter).toEqual({ isKnown: false, isCut: false });
  });

  it("goes on from page to page", async () => {
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

  it("is named by the number that it had then", async () => {
    const reading = async (lastFour: string) =>
      writeCards([{ ...GHOST, lastFour }], { askedAt: await indexClock(), source: "own" });
    await reading("7425");
    const entry = { target: GHOST.id, operationId: randomUUID(), action: "card.unfreeze" };
    const begun = await write({ ...entry, phase: "begin", outcome: "begun" });
    await write({
      ...entry,
      phase: "finish",
      outcome: "succeeded",
      before: { status: "FROZEN", lastFour: "7425" },
      after: { status: "ACTIVE", lastFour: "7425" },
    });
    await write({ phase: "event", action: "card.note", outcome: "succeeded", target: GHOST.id });
    await reading("0707");
    const { rows } = await found(GHOST.id);
    expect(rows.map(({ card }) => card && auditCardNumber(card))).toEqual([
      "•• 0707, formerly •• 7425",
      "•• 7425, now •• 0707",
    ]);
    // The entry from before the action does not know it, but the other entry of the action does.
    expect(await getAuditEntry({ seq: begun })).toMatchObject({ data: { card: { lastFourThen: "7425" } } });
  });
});

const exported = async (query: string) => {
  const response = await exportAudit(new Request(`http://localhost/api/audit/export${query}`));
  const csv = await response.text();
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
  return { csv, rows };
};
const verify = (csv: string) => verifyExport([csv]);

describe("the audit log's export", () => {
  it("leaves no entry number out, and can be verified", async () => {
    const { csv, rows } = await exported("");
    expect(rows.map(({ entry }) => Number(entry))).toEqual(
      Array.from(rows, (_, index) => rows.length - index),
    );
    expect(rows.filter(({ phase }) => phase === "begin").length).toBeGreaterThan(3);
    expect(await verify(csv)).toEqual({
      isConsistent: true,
      rows: rows.length,
      newest: { seq: rows.length, hash: rows[0]?.hash },
      oldest: { seq: 1, hash: rows.at(-1)?.hash },
      left: 0,
    });
  });

  it("has the hash of each entry that the dashboard shows, to compare the two", async () => {
    const { rows } = await exported("");
    const [newest] = rows;
    expect(await getAuditEntry({ seq: newest?.entry })).toMatchObject({
      ok: true,
      data: { seq: Number(newest?.entry), hash: newest?.hash },
    });
  });

  it("is recorded with the time zone of its days", async () => {
    await exported("?from=2026-10-01&to=2026-10-31&zone=Asia/Tokyo");
    const [row] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(row).toMatchObject({ input: { from: "2026-10-01", timeZone: "Asia/Tokyo" } });
  });

  it("has both entries of each action that matches a filter, in their order, and can be verified", async () => {
    const { csv, rows } = await exported(`?person=${MINA.id}&action=card.block`);
    expect(rows.map(({ phase, action }) => [phase, action])).toEqual([
      ["finish", "card.block"],
      ["begin", "card.block"],
    ]);
    expect(await verify(csv)).toMatchObject({ isConsistent: true, rows: 2, left: 0 });
    const byName = await exported("?target=lovelace");
    expect(byName.rows).toHaveLength(4);
  });

  it.each([
    ["a record", (csv: string) => csv.replace(/""action"":""card.block""/, '""action"":""card.freeze""')],
    ["a column", (csv: string) => csv.replace("finish,", "begin,")],
    ["a hash", (csv: string) => csv.replace(/[0-9a-f]{64}/, "0".repeat(64))],
  ])("shows that %s was edited", async (_, edit) => {
    const { csv } = await exported("?action=card.block");
    expect(edit(csv)).not.toBe(csv);
    expect(await verify(edit(csv))).toMatchObject({ isConsistent: false });
  });

  it("counts the entries that were taken out", async () => {
    const { csv } = await exported("");
    const lines = csv.split("\r\n");
    lines.splice(3, 1);
    expect(await verify(lines.join("\r\n"))).toMatchObject({ isConsistent: true, left: 1 });
  });

  it("writes down whose entries were taken by their ids, and no name", async () => {
    await exported("?target=Grace%20Hopper");
    const [row] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(row?.input).toMatchObject({ target: [HOPPER.id, HOPPER.externalCustomerId] });
    await exported("?target=Wanda%20Unknown");
    const { rows } = await db.pool.query<{ body: string }>(
      "select body from audit where action = 'audit.export'",
    );
    for (const { body } of rows) expect(body).not.toMatch(/Hopper|Wanda/i);
  });
});

describe("an entry that is asked for by itself", () => {
  const operationId = randomUUID();
  const issuerRequestId = randomUUID();
  const reference = randomUUID();
  let begun: { seq: number; hash: string };
  let finished: { seq: number; hash: string };

  beforeAll(async () => {
    const action = { action: "card.reissue", target: "card-of-nobody", input: { option: "x" } };
    const intent = { operationId, actor: MINA, address: null, ...action };
    await beginOperation(intent);
    const refused = { code: "refused", message: "No.", requestId: reference, retry: "never" } as const;
    const issuer = { status: 400, code: 59, requestId: issuerRequestId };
    await finishOperation(intent, failure(refused), { issuer }, 10);
    const { rows } = await db.pool.query<{ seq: string; hash: string }>(
      "select seq, hash from audit where operation_id = $1 order by seq",
      [operationId],
    );
    [begun, finished] = rows.map(({ seq, hash }) => ({ seq: Number(seq), hash })) as [
      typeof begun,
      typeof begun,
    ];
  });

  it.each([
    ["an operation id", () => operationId, () => [finished, begun]],
    ["an operation id in capitals", () => operationId.toUpperCase(), () => [finished, begun]],
    ["the id of a request to the issuer", () => issuerRequestId, () => [finished]],
    ["the reference of an error", () => reference, () => [finished, begun]],
    ["a hash", () => finished.hash, () => [finished]],
    ["the hash of an entry from before an action", () => begun.hash, () => [begun]],
    ["an entry number", () => String(finished.seq), () => [finished]],
    ["the number of an entry from before an action", () => `entry ${begun.seq}`, () => [begun]],
  ])("is found by %s, in the list and in the export", async (_, typed, entries) => {
    const { rows, filter } = await found(typed());
    const wanted = entries().map(({ seq }) => seq);
    expect(rows.map(({ seq }) => seq)).toEqual(wanted);
    expect(filter).toEqual({ isKnown: true, isCut: false });
    const file = await exported(`?target=${typed()}`);
    const listed = file.rows.map(({ entry }) => Number(entry));
    expect(listed).toEqual(listed.includes(finished.seq) ? [finished.seq, begun.seq] : wanted);
    const [record] = (await listAudit({ action: "audit.export" }, { limit: 1 })).rows;
    expect(record?.input).toMatchObject({ entries: expect.arrayContaining(wanted) });
  });

  it("is shown with its own hash, and names the other of its action", async () => {
    expect(await getAuditEntry({ seq: begun.seq })).toMatchObject({
      data: { ...begun, outcome: "begun", begun: null, outcomeSeq: finished.seq },
    });
    expect(await getAuditEntry({ seq: finished.seq })).toMatchObject({
      data: { ...finished, outcome: "failed", begun: { seq: begun.seq }, outcomeSeq: null },
    });
  });

  it("is not found by a number or a hash that no entry has", async () => {
    for (const typed of ["999999999999999", "f".repeat(64)])
      expect(await found(typed)).toMatchObject({ rows: [], filter: { isKnown: false } });
  });
});
