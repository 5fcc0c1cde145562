import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { controlRun } from "@/lib/actions/control-run";
import { planIssue } from "@/lib/actions/plan-issue";
import { retryRun } from "@/lib/actions/retry-run";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { startRun } from "@/lib/actions/start-run";
import { seedDemoPeople } from "@/lib/auth/people";
import type { Card } from "@/lib/contract/card";
import { type CustomerType, ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import type { IssueCells, IssueRow } from "@/lib/domain/issue-rows/read-rows";
import { env } from "@/lib/env";
import { pruneJob } from "@/lib/jobs/prune";
import { stopJobs } from "@/lib/jobs/queue";
import { resolveOperationsJob } from "@/lib/jobs/resolve-operations";
import { getDesigns } from "@/lib/queries/designs";
import { getPlanRows } from "@/lib/queries/plan-rows";
import { getRun } from "@/lib/queries/runs";
import { workOnRuns } from "@/lib/runs/work-on-runs";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram();
  env().bulkCardsPerSecond = 1_000;
  await seedDemoPeople("sandbox");
}, 120_000);
afterAll(async () => {
  await stopJobs();
  await program.close();
});

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

/** The rows of a plan, perhaps changed. */
async function planAgain(replaces: string, rows: IssueRow[]) {
  const runId = randomUUID();
  await addIssueRows(randomUUID(), { runId, from: 1, rows, defaults: {} });
  return planIssue(randomUUID(), { runId, count: rows.length, fileName: null, replaces });
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

/** Starts the run and works on it until the outcome of `count` rows is unknown. */
async function issueUntilUnknown(rows: Rows, count = 1): Promise<{ runId: string; working: Promise<void> }> {
  const runId = await plan(rows);
  expect(await start(runId)).toMatchObject({ ok: true });
  const working = workOnRuns();
  const unknown = `select from run_items i join operations o on o.id = i.operation_id
    where i.run_id = $1 and o.state = 'unknown'`;
  await vi.waitFor(async () => expect((await program.db.pool.query(unknown, [runId])).rowCount).toBe(count), {
    timeout: 30_000,
  });
  return { runId, working };
}

/** No row's answer arrives, and no card is found at the issuer. */
async function issueInDoubt(rows: Rows): Promise<string> {
  const { pool } = program.db;
  await program.addFault({
    method: "POST",
    path: "/cards/",
    times: rows.length,
    fault: { type: "drop" },
  });
  const { runId, working } = await issueUntilUnknown(rows, rows.length);
  await pool.query(
    `update operations set begun_at = begun_at - interval '5 minutes', sent_at = sent_at - interval '5 minutes',
       next_attempt_at = now() where state = 'unknown'`,
  );
  await resolveOperationsJob.run({});
  await working;
  expect((await read(runId)).run).toMatchObject({ state: "finished", counts: { failed: rows.length } });
  return runId;
}

async function retry(runId: string): Promise<string> {
  const retried = await retryRun(randomUUID(), { runId });
  if (!retried.ok) throw new Error(retried.error.message);
  return retried.data.runId;
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
    expect(items[2]?.cardName).toBe("Amara Okafor");
    expect(await cardsOf(rows)).toEqual([0, 0, 0]);
    const { rows: stored } = await program.db.pool.query<{ text: string }>(
      "select i::text || r::text as text from issue_rows i join runs r on r.id = i.run_id where r.id = $1",
      [run.id],
    );
    for (const { text } of stored) expect(text).not.toMatch(/Amara|Okafor|Harbor|7911 ?123456/);
  });

  it("warns about what the grid warns about, encrypted, until it is started", async () => {
    await signInAs("manager");
    const [first, second, third] = newRows(3) as [Rows[number], Rows[number], Rows[number]];
    const rows = [
      first,
      { number: 3, cells: { ...first.cells, dob: "1890-01-01" } },
      { ...third, cells: { ...third.cells, spendLimit: "0" } },
    ];
    await issue([second]);
    await catchUp(program.listSyncs());
    await program.db.pool.query("delete from issue_claims");
    const runId = await plan([...rows, { ...second, number: 5 }, { ...third, number: 6 }]);
    const { warnings, items } = await read(runId);
    const rowsOf = (text: RegExp) => warnings.find((warning) => text.test(warning.text))?.rows;
    expect(rowsOf(/same customer, card type, and name as in another row/)).toEqual([3, 6]);
    expect(rowsOf(/nothing to spend/)).toEqual([4]);
    expect(rowsOf(/has a card of this type and name/)).toEqual([5]);
    expect(items[0]?.details).toEqual({
      customerId: first.cells.customerId,
      cardType: "virtual",
      cardDesign: null,
      spendLimit: 500,
    });
    const stored = async () =>
      (
        await program.db.pool.query<{ warnings: string | null }>("select warnings from runs where id = $1", [
          runId,
        ])
      ).rows[0]?.warnings;
    expect(await stored()).toMatch(/^sealed/);
    expect(await start(runId)).toMatchObject({ ok: true });
    expect(await stored()).toBeNull();
    expect((await read(runId)).warnings).toEqual([]);
    await workOnRuns();
  });

  it("gives its rows to its author again, audited, and to nobody else", async () => {
    await signInAs("manager");
    const [first, second] = newRows(2) as [Rows[number], Rows[number]];
    const runId = await plan([first, { ...second, number: 7 }]);
    const found = await getPlanRows({ runId });
    if (!found.ok) throw new Error(found.error.message);
    expect(found.data.fileName).toBe("people.csv");
    expect(found.data.rows.map(({ number, cells }) => [number, cells.customerId])).toEqual([
      [first.number, first.cells.customerId],
      [7, second.cells.customerId],
    ]);
    const { rows: audited } = await program.db.pool.query<{ body: string }>(
      "select body from audit where target = $1 and action = 'run.read-rows'",
      [runId],
    );
    expect(audited).toHaveLength(1);
    expect(audited[0]?.body).not.toMatch(/Okafor|Amara/);
    await signInAs("admin");
    expect(await getPlanRows({ runId })).toMatchObject({ error: { code: "not-found" } });
    await signInAs("support");
    expect(await getPlanRows({ runId })).toMatchObject({ error: { code: "forbidden" } });
    await signInAs("manager");
    expect(await start(runId)).toMatchObject({ ok: true });
    expect(await getPlanRows({ runId })).toMatchObject({ error: { code: "conflict" } });
    await workOnRuns();
  });

  it("is replaced by a plan of its changed rows, unless it was started", async () => {
    await signInAs("manager");
    const rows = newRows(1);
    const replace = (replaces: string) => planAgain(replaces, rows);
    const before = await plan(rows);
    const planned = await replace(before);
    if (!planned.ok) throw new Error(planned.error.message);
    expect((await read(before)).run.state).toBe("canceled");
    // From another tab, that still has the rows of the first plan.
    expect(await replace(before)).toMatchObject({ error: { code: "conflict" } });
    await signInAs("admin");
    expect(await replace(planned.data.runId)).toMatchObject({ error: { code: "conflict" } });
    await signInAs("manager");
    expect((await read(planned.data.runId)).run.state).toBe("planned");
    expect(await start(planned.data.runId)).toMatchObject({ ok: true });
    expect(await replace(planned.data.runId)).toMatchObject({ error: { code: "conflict" } });
    await workOnRuns();
    expect(await cardsOf(rows)).toEqual([1]);
  });

  it("has the same rows as its file after they were read again, whatever the values for all rows were", async () => {
    await signInAs("manager");
    const rows = newRows(2).map(({ number, cells }) => ({ number, cells: { ...cells, cardType: "" } }));
    const before = await plan(rows, { cardType: "virtual" });
    const found = await getPlanRows({ runId: before });
    if (!found.ok) throw new Error(found.error.message);
    const planned = await planAgain(before, found.data.rows);
    if (!planned.ok) throw new Error(planned.error.message);
    expect(await start(planned.data.runId)).toMatchObject({ ok: true });
    await workOnRuns();
    const { run } = await read(await plan(rows, { cardType: "physical" }));
    expect(run.counts).toMatchObject({ waiting: 0, skipped: 2 });
  });

  it("names the default design, whether a row names it or not", async () => {
    await signInAs("manager");
    const designs = await getDesigns({});
    const standard = designs.ok && designs.data.designs.find((design) => design.default);
    if (!standard) throw new Error("The program has no default design");
    const rows = newRows(2).map((some, index) => ({
      ...some,
      cells: { ...some.cells, design: index === 0 ? standard.name : "" },
    }));
    expect((await read(await plan(rows))).run.summary?.designs).toEqual([{ name: standard.name, cards: 2 }]);
  });

  it("stores the name of the file encrypted, and not in the audit log", async () => {
    await signInAs("manager");
    const runId = randomUUID();
    await addIssueRows(randomUUID(), { runId, from: 1, rows: newRows(1), defaults: {} });
    const fileName = "Card for Ada Lovelace.xlsx";
    expect(await planIssue(randomUUID(), { runId, count: 1, fileName })).toMatchObject({ ok: true });
    const { rows } = await program.db.pool.query<{ body: string }>(
      "select body from audit where target = $1",
      [runId],
    );
    expect(rows).toHaveLength(2);
    for (const { body } of rows) expect(body).not.toContain("Lovelace");
    const runs = await program.db.pool.query("select r::text from runs r where id = $1", [runId]);
    expect(JSON.stringify(runs.rows)).not.toContain("Lovelace");
    expect((await read(runId)).run.scope).toBe(`File “${fileName}”`);
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
    // A hundred kilobytes of digits for all rows kept the server busy for a minute.
    const defaults = { postalCode: "1 ".repeat(5_000) };
    expect(await addIssueRows(randomUUID(), { runId, from: 1, rows: [first], defaults })).toMatchObject({
      ok: false,
      error: { code: "invalid", fields: { "defaults.postalCode": expect.any(String) } },
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
    const first = await issue(rows);
    const again = await plan([...rows].reverse(), { design: "" });
    const { run, items } = await read(again);
    expect(run.counts).toMatchObject({ waiting: 0, skipped: 5 });
    expect(items.map(({ reason }) => reason)).toEqual(rows.map(() => "Issued or sent by another run"));
    expect(items[0]?.issuedBy).toMatchObject({ runId: first, cardId: expect.any(String) });
    expect(await cardsOf(rows)).toEqual(rows.map(() => 1));
  });

  it("names the run that issued a row, although it was planned later", async () => {
    await signInAs("manager");
    const rows = newRows(1);
    const [early, late] = [await plan(rows), await plan(rows)];
    for (const runId of [late, early]) {
      expect(await start(runId)).toMatchObject({ ok: true });
      await workOnRuns();
    }
    const { items } = await read(late);
    expect((await read(early)).items[0]).toMatchObject({
      state: "skipped",
      issuedBy: { runId: late, cardId: items[0]?.cardId },
    });
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

  describe("in another spelling", () => {
    const NAMES = { firstName: "Zoë", lastName: "Ångström", cardName: "José Café" };
    const named = (rows: Rows) =>
      rows.map(({ number, cells }) => ({ number, cells: { ...cells, ...NAMES } }));
    const respell = (rows: Rows, change: (text: string) => string, keys: (keyof IssueCells)[]) =>
      rows.map(({ number, cells }) => ({
        number,
        cells: { ...cells, ...Object.fromEntries(keys.map((key) => [key, change(cells[key] ?? "")])) },
      }));

    it.each<[string, (text: string) => string, (keyof IssueCells)[]]>([
      ["another Unicode form", (text) => text.normalize("NFD"), ["firstName", "lastName", "cardName"]],
      ["another Unicode form of the ID", (text) => text.normalize("NFD"), ["customerId"]],
      ["two spaces", (text) => text.replace(" ", "  "), ["cardName", "customerId"]],
      ["a no-break space", (text) => text.replace(" ", "\u00a0"), ["cardName", "customerId"]],
      [
        "zero-width spaces",
        (text) => `${text[0]}\u200b${text.slice(1)}\u200b`,
        ["cardName", "customerId", "kycApplicantId"],
      ],
      ["capital letters", (text) => text.toUpperCase(), ["firstName", "lastName", "cardName"]],
    ])("the same file isn’t issued again: %s", async (_, change, keys) => {
      await signInAs("manager");
      const rows = named(newRows(2)).map(({ number, cells }) => ({
        number,
        cells: { ...cells, customerId: `é ${cells.customerId}` },
      }));
      const planned = await plan(respell(rows, change, keys));
      await issue(rows);
      expect((await read(await plan(respell(rows, change, keys)))).run.counts).toMatchObject({
        waiting: 0,
        skipped: 2,
      });
      // Also if it was planned before.
      expect(await start(planned)).toMatchObject({ ok: true });
      await workOnRuns();
      expect((await read(planned)).run.counts).toMatchObject({ done: 0, skipped: 2 });
    });

    it("a file twice in one is two cards, and none when it is sent again in a single spelling", async () => {
      await signInAs("manager");
      const rows = named(newRows(1));
      const twice = [...rows, ...respell(rows, (text) => text.normalize("NFD"), ["cardName"])];
      await issue(twice);
      expect(await cardsOf(rows)).toEqual([2]);
      expect((await read(await plan([...rows, ...rows]))).run.counts).toMatchObject({ skipped: 2 });
      expect((await read(await plan([...rows, ...rows, ...rows]))).run.counts).toMatchObject({
        waiting: 1,
        skipped: 2,
      });
    });

    it("what an earlier version has claimed is recognized as it was spelled", async () => {
      await signInAs("manager");
      const rows = named(newRows(2));
      const runId = await issue(rows);
      // It knew only the exact spelling.
      const { rowCount } = await program.db.pool.query(
        `delete from issue_claims c using issue_rows i
         where i.run_id = $1 and c.key in (i.folded_identity, i.folded_source)`,
        [runId],
      );
      expect(rowCount).toBe(4);
      expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 2 });
    });

    it("rows that an earlier version has stored are issued and tried again", async () => {
      await signInAs("manager");
      const rows = named(newRows(2));
      const runId = await plan(rows);
      await program.db.pool.query(
        `update issue_rows set folded_identity = null, folded_identity_occurrence = null, folded_source = null,
           folded_source_occurrence = null where run_id = $1`,
        [runId],
      );
      await program.addFault({
        method: "POST",
        path: "/cards/",
        times: 1,
        fault: { type: "status", status: 400 },
      });
      expect(await start(runId)).toMatchObject({ ok: true });
      await workOnRuns();
      expect((await read(runId)).run.counts).toMatchObject({ done: 1, failed: 1 });
      const again = await retry(runId);
      expect(await start(again)).toMatchObject({ ok: true });
      await workOnRuns();
      expect(await cardsOf(rows)).toEqual([1, 1]);
      expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 2 });
    });

    it("a card that wasn’t issued from a file is pointed out", async () => {
      await signInAs("manager");
      const rows = named(newRows(1));
      await issue(rows);
      await catchUp(program.listSyncs());
      await program.db.pool.query("delete from issue_claims");
      const spellings = [
        ...rows,
        ...respell(rows, (text) => text.normalize("NFD"), ["cardName"]),
        ...respell(rows, (text) => text.toUpperCase(), ["cardName", "customerId"]),
        ...respell(rows, (text) => ` ${text[0]}\u200b${text.slice(1)}\u00a0`, ["cardName", "customerId"]),
        ...respell(rows, () => "Ada", ["cardName"]),
        ...respell(rows, (text) => text.replace("_", ""), ["customerId"]),
      ];
      const { run, items } = await read(await plan(spellings));
      expect(items.map(({ hasCard }) => hasCard)).toEqual([true, true, true, true, false, false]);
      expect(run.summary).toMatchObject({ withCard: 4 });
    });
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
    const { runId, working } = await issueUntilUnknown(rows);
    await program.db.pool.query(
      `update operations set begun_at = begun_at - interval '5 minutes', sent_at = sent_at - interval '5 minutes',
         next_attempt_at = now() where state in ('begun', 'unknown')`,
    );
    await resolveOperationsJob.run({});
    await working;
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

  it("keeps a row that is in doubt if trying it again ends without a card", async () => {
    await signInAs("manager");
    const rows = newRows(2);
    const runId = await issueInDoubt(rows);
    const [canceled, refused] = [await retry(runId), await retry(runId)];
    const hold = { method: "POST", path: "/cards/", times: 1, fault: { type: "status", status: 429 } };
    await program.addFault(hold);
    await program.addFault(hold);
    expect(await start(canceled)).toMatchObject({ ok: true });
    const working = workOnRuns();
    await expect
      .poll(async () => (await read(canceled)).run.problem, { interval: 50 })
      .toContain("rate limiting");
    expect(await controlRun(randomUUID(), { runId: canceled, to: "canceled" })).toMatchObject({ ok: true });
    await working;
    expect((await read(canceled)).run).toMatchObject({ state: "canceled", counts: { canceled: 2 } });
    await program.clearFaults();
    expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 2 });

    await program.addFault({ ...hold, times: 2, fault: { type: "status", status: 400 } });
    expect(await start(refused)).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(refused)).run.counts).toMatchObject({ failed: 2 });
    expect((await read(await plan(rows))).run.counts).toMatchObject({ waiting: 0, skipped: 2 });

    const last = await retry(refused);
    expect(await start(last)).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(last)).run.counts).toMatchObject({ done: 2 });
    expect(await cardsOf(rows)).toEqual([1, 1]);
  });

  it("isn’t tried again once the issuer has confirmed it after all", async () => {
    await signInAs("manager");
    const rows = newRows(1);
    const runId = await issueInDoubt(rows);
    const planned = await retry(runId);
    // The confirmation isn't copied to the run anymore, or not yet.
    await program.db.pool.query("update runs set finished_at = now() - interval '8 days' where id = $1", [
      runId,
    ]);
    await program.db.pool.query(
      `update operations o set state = 'succeeded', target = 'late' from run_items i
       where i.run_id = $1 and o.id = i.operation_id`,
      [runId],
    );
    expect((await read(await retry(runId))).run.counts).toMatchObject({ waiting: 0, skipped: 1 });
    expect(await start(planned)).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(planned)).run.counts).toMatchObject({ done: 0, skipped: 1 });
    expect(await cardsOf(rows)).toEqual([0]);
  });

  it("isn’t tried again after the first run’s late confirmation, although the second was refused", async () => {
    await signInAs("manager");
    const rows = newRows(1);
    const runId = await issueInDoubt(rows);
    await program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "status", status: 400 },
    });
    const second = await retry(runId);
    expect(await start(second)).toMatchObject({ ok: true });
    await workOnRuns();
    expect((await read(second)).run.counts).toMatchObject({ failed: 1 });
    await program.db.pool.query(
      `update operations o set state = 'succeeded', target = 'late' from run_items i
       where i.run_id = $1 and o.id = i.operation_id`,
      [runId],
    );
    await workOnRuns();
    expect((await read(runId)).run.counts).toMatchObject({ done: 1 });
    expect((await read(second)).canRetry).toBe(false);
    expect(await retryRun(randomUUID(), { runId: second })).toMatchObject({ error: { code: "conflict" } });
  });

  it("tries the rows that failed again, and no others that wait under its ID", async () => {
    await signInAs("manager");
    const { pool } = program.db;
    await program.addFault({
      method: "POST",
      path: "/cards/",
      times: 1,
      fault: { type: "status", status: 400 },
    });
    const failed = await issue(newRows(1));
    const runId = randomUUID();
    await addIssueRows(randomUUID(), { runId, from: 1, rows: newRows(1), defaults: {} });
    const crowd = randomUUID();
    await pool.query(
      `insert into issue_rows (run_id, position, person_id, number, identity, source, has_card)
       select $2, n, i.person_id, n, n::text, n::text, false
       from issue_rows i, generate_series(1, 50001) n where i.run_id = $1`,
      [runId, crowd],
    );
    expect(await retryRun(runId, { runId: failed })).toMatchObject({
      ok: false,
      error: { code: "conflict" },
    });
    expect((await pool.query("select from runs where id = $1", [runId])).rowCount).toBe(0);
    await pool.query("delete from issue_rows where run_id = $1", [crowd]);
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
    const { runId, working } = await issueUntilUnknown(rows);
    await resolveOperationsJob.run({});
    await working;
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

  it("keeps the issuer’s reason without what it repeats of the row", async () => {
    await signInAs("manager");
    const send = globalThis.fetch;
    const message =
      "kyc.lastName: OKAFOR, born 12.03.1990, is on a list; meta.email: amara@example.com bounced";
    const refuse: typeof fetch = async (input, init) =>
      init?.method === "POST" && String(input).endsWith("/cards/")
        ? Response.json({ code: 400, message, status: "failed" }, { status: 400 })
        : send(input, init);
    const mocked = vi.spyOn(globalThis, "fetch").mockImplementation(refuse);
    const rows = newRows(1).map(({ number, cells }) => ({
      number,
      cells: { ...cells, lastName: "Okafor", dob: "1990-03-12", email: "amara@example.com" },
    }));
    const runId = await issue(rows).finally(() => mocked.mockRestore());
    const { items } = await read(runId);
    expect(items[0]).toMatchObject({
      state: "failed",
      reason:
        "The issuer rejected the request: Last name: •••, born •••, is on a list; Email: •••@•••.••• bounced.",
    });
    const { rows: stored } = await program.db.pool.query<{ text: string }>(
      `select i::text || o::text || a.body as text from run_items i join operations o on o.id = i.operation_id
       join audit a on a.operation_id = o.id::text where i.run_id = $1`,
      [runId],
    );
    expect(stored.length).toBeGreaterThan(1);
    for (const { text } of stored) expect(text).not.toMatch(/okafor|12\.03\.1990|1990-03-12|amara@/i);
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

  it("lets canceled rows be tried again too, and none that was issued since", async () => {
    await signInAs("manager");
    const rows = newRows(3);
    const first = await plan(rows);
    expect(await start(first)).toMatchObject({ ok: true });
    expect(await controlRun(randomUUID(), { runId: first, to: "canceled" })).toMatchObject({ ok: true });
    await workOnRuns();
    expect(await read(first)).toMatchObject({ canRetry: true, run: { counts: { canceled: 3 } } });
    await issue(rows.slice(0, 1));
    const canceled = await retry(first);
    // They stay the rows that were canceled.
    expect(await getPlanRows({ runId: canceled })).toMatchObject({ error: { code: "conflict" } });
    expect(await planAgain(canceled, rows)).toMatchObject({ error: { code: "conflict" } });
    expect(await start(canceled)).toMatchObject({ ok: true });
    expect(await controlRun(randomUUID(), { runId: canceled, to: "canceled" })).toMatchObject({ ok: true });
    await workOnRuns();
    const again = await retry(canceled);
    expect((await read(again)).run.retryOf).toBe(first);
    expect((await read(again)).items.map(({ rowNumber }) => rowNumber)).toEqual([3, 4]);
    expect(await start(again)).toMatchObject({ ok: true });
    await workOnRuns();
    expect(await cardsOf(rows)).toEqual([1, 1, 1]);
    expect((await read(first)).canRetry).toBe(false);
    expect(await retryRun(randomUUID(), { runId: first })).toMatchObject({ error: { code: "conflict" } });
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
