import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { planIssue } from "@/lib/actions/plan-issue";
import { retryRun } from "@/lib/actions/retry-run";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { startRun } from "@/lib/actions/start-run";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import type { Card } from "@/lib/contract/card";
import { type CustomerType, ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";
import type { Role } from "@/lib/domain/people/permissions";
import { env } from "@/lib/env";
import { pruneJob } from "@/lib/jobs/prune";
import { stopJobs } from "@/lib/jobs/queue";
import { resolveOperationsJob } from "@/lib/jobs/resolve-operations";
import { getRun } from "@/lib/queries/runs";
import { workOnRuns } from "@/lib/runs/work-on-runs";
import { listAll, openTestProgram, type TestProgram } from "@/testing/card-program";

// Replaces Next's request, which exists only in a running server, with the browser's cookie.
const browser = vi.hoisted(() => ({ cookie: undefined as string | undefined }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => ({ value: browser.cookie }) }),
}));

let program: TestProgram;

beforeAll(async () => {
  process.env.BULK_CARDS_PER_SECOND = "1000";
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await stopJobs();
  await program.close();
});

async function signInAs(role: Role): Promise<void> {
  const { pool } = program.db;
  const person = await findPersonByEmail(pool, DEMO_PEOPLE[role].email);
  const sid = await createSession(pool, { personId: person?.id ?? "", address: null, userAgent: null });
  browser.cookie = await encode({ token: { sid }, secret: env().authSecret });
}

/** The template's row, for a customer of this test. */
function row(number: number, cells: IssueCells = {}, type: CustomerType = "Consumer") {
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes(type));
  const example: IssueCells = Object.fromEntries(columns.map(({ key, example }) => [key, example]));
  return { number, cells: { ...example, customerType: type, customerId: `c_${number}`, ...cells } };
}

/** As many rows of customers that no other test has. */
function newRows(count: number) {
  const prefix = randomUUID().slice(0, 8);
  return Array.from({ length: count }, (_, index) => row(index + 2, { customerId: `${prefix}_${index}` }));
}

type Rows = ReturnType<typeof newRows>;

async function plan(rows: Rows, defaults: IssueCells = {}): Promise<string> {
  const runId = randomUUID();
  const added = await addIssueRows(randomUUID(), { runId, from: 1, rows, defaults });
  if (!added.ok) throw new Error(added.error.message);
  const planned = await planIssue(randomUUID(), { runId, count: rows.length, fileName: "people.csv" });
  if (!planned.ok) throw new Error(planned.error.message);
  return runId;
}

const read = async (runId: string) => {
  const found = await getRun({ runId, state: null, after: 0 });
  if (!found.ok) throw new Error(found.error.message);
  return found.data;
};

async function start(runId: string) {
  const { run } = await read(runId);
  return startIssueRun(randomUUID(), {
    runId,
    count: run.counts.waiting,
    highestLimit: run.summary?.highestLimit ?? 0,
  });
}

async function issue(rows: Rows): Promise<string> {
  const runId = await plan(rows);
  expect(await start(runId)).toMatchObject({ ok: true });
  await workOnRuns();
  return runId;
}

/** How many cards each customer has at the issuer. */
async function cardsOf(rows: Rows): Promise<number[]> {
  const cards = await listAll<Card>(program.sandbox, "cards");
  return rows.map(
    ({ cells }) => cards.filter(({ externalCustomerId }) => externalCustomerId === cells.customerId).length,
  );
}

describe("a plan", () => {
  it("tells what will be issued, stores rows only encrypted, and issues nothing", async () => {
    await signInAs("manager");
    const rows = [
      ...newRows(2),
      row(4, { customerId: randomUUID(), spendLimit: "1500.50", cardType: "physical" }, "Business"),
    ];
    const { run, items } = await read(await plan(rows));
    expect(run).toMatchObject({
      kind: "issue",
      state: "planned",
      scope: "File “people.csv”",
      counts: { total: 3, waiting: 3 },
      summary: {
        customers: 3,
        consumers: 2,
        businesses: 1,
        virtual: 2,
        physical: 1,
        totalLimit: 2500.5,
        highestLimit: 1500.5,
        withCard: 0,
      },
    });
    expect(items.map(({ rowNumber, cardholderName, cardId }) => [rowNumber, cardholderName, cardId])).toEqual(
      [
        [2, "Amara Okafor", null],
        [3, "Amara Okafor", null],
        [4, "Harbor Freight Ltd", null],
      ],
    );
    expect(await cardsOf(rows)).toEqual([0, 0, 0]);
    const { rows: stored } = await program.db.pool.query<{ text: string }>(
      "select i::text || r::text as text from issue_rows i join runs r on r.id = i.run_id where r.id = $1",
      [run.id],
    );
    for (const { text } of stored) expect(text).not.toMatch(/Amara|Okafor|Harbor|7911/);
  });

  it("refuses rows that break the contract, rows of a planned run, and another person’s run", async () => {
    await signInAs("manager");
    const [first] = newRows(1) as [Rows[number]];
    const runId = randomUUID();
    const add = (rows: Rows) => addIssueRows(randomUUID(), { runId, from: 1, rows, defaults: {} });
    expect(await add([{ ...first, cells: { ...first.cells, dob: "23/04/1990" } }])).toMatchObject({
      ok: false,
      error: { code: "invalid", message: "Row 2 isn’t valid. Check the rows again." },
    });
    expect(await add([first])).toMatchObject({ ok: true });
    expect(await planIssue(randomUUID(), { runId, count: 2, fileName: null })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
    await signInAs("admin");
    expect(await add([first])).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await planIssue(randomUUID(), { runId, count: 1, fileName: null })).toMatchObject({ ok: false });
    await signInAs("manager");
    expect(await planIssue(randomUUID(), { runId, count: 1, fileName: null })).toMatchObject({ ok: true });
    expect(await add([first])).toMatchObject({ ok: false, error: { code: "conflict" } });
    await signInAs("support");
    expect(
      await addIssueRows(randomUUID(), { runId: randomUUID(), from: 1, rows: [first], defaults: {} }),
    ).toMatchObject({ ok: false, error: { code: "forbidden" } });
  });
});

it("can’t be started without its own confirmation of the limit", async () => {
  await signInAs("manager");
  const runId = await plan(newRows(1));
  expect(await startRun(randomUUID(), { runId, count: 1 })).toMatchObject({
    ok: false,
    error: { code: "refused" },
  });
  expect(await startIssueRun(randomUUID(), { runId, count: 1, highestLimit: 0 })).toMatchObject({
    ok: false,
    error: { code: "conflict" },
  });
});

it("isn’t planned with a row that can’t be read, which nobody could approve", async () => {
  await signInAs("manager");
  const runId = randomUUID();
  await addIssueRows(randomUUID(), { runId, from: 1, rows: newRows(2), defaults: {} });
  await program.db.pool.query(
    "update issue_rows set sealed = 'sealed.2.00000000.AAAA' where run_id = $1 and position = 2",
    [runId],
  );
  expect(await planIssue(randomUUID(), { runId, count: 2, fileName: null })).toMatchObject({ ok: false });
  expect((await program.db.pool.query("select from runs where id = $1", [runId])).rowCount).toBe(0);
});

describe("a run", () => {
  it("issues one card for each row, names it, and deletes what the row said", async () => {
    await signInAs("manager");
    const rows = newRows(12);
    const { run, items } = await read(await issue(rows));
    expect(run).toMatchObject({ state: "finished", counts: { total: 12, done: 12 } });
    expect(await cardsOf(rows)).toEqual(rows.map(() => 1));
    expect(items.every(({ cardId, lastFour }) => cardId !== null && lastFour !== null)).toBe(true);
    const { rows: left } = await program.db.pool.query(
      "select from issue_rows where run_id = $1 and sealed is not null",
      [run.id],
    );
    expect(left).toEqual([]);
  });

  it("issues nothing for the same file again, in any order and with other defaults", async () => {
    await signInAs("manager");
    const rows = newRows(5);
    await issue(rows);
    const again = await plan([...rows].reverse(), { design: "" });
    const { run, items } = await read(again);
    expect(run.counts).toMatchObject({ waiting: 0, skipped: 5 });
    expect(items.map(({ reason }) => reason)).toEqual(rows.map(() => "Issued or sent by an earlier run"));
    expect(await cardsOf(rows)).toEqual(rows.map(() => 1));
  });

  it("issues nothing for the same file with other values for all rows", async () => {
    await signInAs("manager");
    const rows = newRows(2).map(({ number, cells }) => ({ number, cells: { ...cells, cardType: "" } }));
    const first = await plan(rows, { cardType: "virtual" });
    const second = await plan(rows, { cardType: "physical" });
    for (const runId of [first, second]) expect(await start(runId)).toMatchObject({ ok: true });
    await workOnRuns();
    expect(await cardsOf(rows)).toEqual([1, 1]);
    expect((await read(second)).run.counts.done + (await read(first)).run.counts.done).toBe(2);
  });

  it("tries one of two equal rows again", async () => {
    await signInAs("manager");
    const [first] = newRows(1) as [Rows[number]];
    await program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "status", status: 400 },
    });
    const runId = await issue([first, { ...first, number: 3 }]);
    expect((await read(runId)).run.counts).toMatchObject({ done: 1, failed: 1 });
    const retried = await retryRun(randomUUID(), { runId });
    if (!retried.ok) throw new Error(retried.error.message);
    expect(await start(retried.data.runId)).toMatchObject({ ok: true });
    await workOnRuns();
    expect(await cardsOf([first])).toEqual([2]);
  });

  it("leaves a row that was sent and not found to a person, and doesn’t issue it again by itself", async () => {
    await signInAs("manager");
    const rows = newRows(1);
    await program.addFault({ method: "POST", path: "/cards/", times: 1, fault: { type: "drop" } });
    const runId = await issue(rows);
    await program.db.pool.query(
      `update operations set begun_at = begun_at - interval '5 minutes', sent_at = sent_at - interval '5 minutes',
         next_attempt_at = now() where state in ('begun', 'unknown')`,
    );
    await resolveOperationsJob.run({});
    await program.db.pool.query("update runs set not_before = null where id = $1", [runId]);
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { failed: 1 } });
    expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 1 });
    const retried = await retryRun(randomUUID(), { runId });
    if (!retried.ok) throw new Error(retried.error.message);
    expect((await read(retried.data.runId)).run.counts).toMatchObject({ waiting: 1 });
    expect(await start(retried.data.runId)).toMatchObject({ ok: true });
    await workOnRuns();
    expect(await cardsOf(rows)).toEqual([1]);
    expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 1 });
  });

  it("issues a row twice only if the file has it twice", async () => {
    await signInAs("manager");
    const [first] = newRows(1) as [Rows[number]];
    const twice = [first, { ...first, number: 3 }];
    await issue(twice);
    expect(await cardsOf([first])).toEqual([2]);
    const { run } = await read(await plan([...twice, { ...first, number: 4 }]));
    expect(run.counts).toMatchObject({ waiting: 1, skipped: 2 });
  });

  it("is issued once by two runs of the same file that were both planned before", async () => {
    await signInAs("manager");
    const rows = newRows(8);
    const [one, other] = [await plan(rows), await plan(rows)];
    expect(await start(one)).toMatchObject({ ok: true });
    expect(await start(other)).toMatchObject({ ok: true });
    await Promise.all([workOnRuns(), workOnRuns()]);
    expect(await cardsOf(rows)).toEqual(rows.map(() => 1));
    const counts = (await Promise.all([read(one), read(other)])).map(({ run }) => run.counts);
    expect(counts.map(({ done, skipped }) => done + skipped)).toEqual([8, 8]);
    expect((counts[0]?.done ?? 0) + (counts[1]?.done ?? 0)).toBe(8);
  });

  it("settles a lost answer before it is finished", async () => {
    await signInAs("manager");
    const rows = newRows(3);
    await program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "commit-then-drop" },
    });
    const runId = await issue(rows);
    await resolveOperationsJob.run({});
    await workOnRuns();
    expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { done: 3 } });
    expect(await cardsOf(rows)).toEqual([1, 1, 1]);
  });

  it("lets a row that the issuer refused be issued by another run", async () => {
    await signInAs("manager");
    const rows = newRows(2);
    await program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "status", status: 400 },
    });
    const { run } = await read(await issue(rows));
    expect(run.counts).toMatchObject({ done: 1, failed: 1 });
    const { run: again } = await read(await issue(rows));
    expect(again.counts).toMatchObject({ done: 1, skipped: 1 });
    expect(await cardsOf(rows)).toEqual([1, 1]);
  });

  it("lets the failed rows be tried again without the file", async () => {
    await signInAs("manager");
    const rows = newRows(3);
    await program.addFault({
      method: "POST",
      path: "/cards/",
      times: 2,
      fault: { type: "status", status: 400 },
    });
    const first = await issue(rows);
    const retried = await retryRun(randomUUID(), { runId: first });
    if (!retried.ok) throw new Error(retried.error.message);
    const { runId } = retried.data;
    expect((await read(runId)).run).toMatchObject({ kind: "issue", counts: { total: 2, waiting: 2 } });
    expect(await start(runId)).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(runId)).run.counts).toMatchObject({ done: 2 });
    expect(await cardsOf(rows)).toEqual([1, 1, 1]);
    expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 3 });
  });
});

it("deletes rows that were never planned after a day, and what is left of failed ones after the retention time", async () => {
  await signInAs("manager");
  const runId = randomUUID();
  await addIssueRows(randomUUID(), { runId, from: 1, rows: newRows(2), defaults: {} });
  const { pool } = program.db;
  await pool.query("update issue_rows set created_at = now() - interval '25 hours' where run_id = $1", [
    runId,
  ]);
  await program.addFault({
    method: "POST",
    path: "/cards/",
    times: 1,
    fault: { type: "status", status: 400 },
  });
  const failed = await issue(newRows(1));
  await pool.query("update runs set finished_at = now() - interval '8 days' where id = $1", [failed]);
  await pruneJob.run({});
  const { rows } = await pool.query<{ run_id: string; sealed: string | null }>(
    "select run_id, sealed from issue_rows where run_id = any($1)",
    [[runId, failed]],
  );
  expect(rows).toEqual([{ run_id: failed, sealed: null }]);
});
