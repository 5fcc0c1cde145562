import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { activateRestoredCopy } from "@/lib/actions/activate-restored-copy";
import { addIssueRows } from "@/lib/actions/add-issue-rows";
import { approveRequest } from "@/lib/actions/approve-request";
import { changeRole } from "@/lib/actions/change-role";
import { controlRun } from "@/lib/actions/control-run";
import { createCard } from "@/lib/actions/create-card";
import { planIssue } from "@/lib/actions/plan-issue";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { approvalsJob } from "@/lib/approvals/approvals-job";
import { DEMO_PEOPLE, findPersonByEmail } from "@/lib/auth/people";
import type { Card } from "@/lib/contract/card";
import { setDatabase } from "@/lib/db/database";
import { ISSUE_COLUMNS } from "@/lib/domain/issue-rows/columns";
import { openDatabase } from "@/lib/postgres/open-database";
import { getApproval } from "@/lib/queries/approvals";
import { getNotifications } from "@/lib/queries/notifications";
import { getRun } from "@/lib/queries/runs";
import { workOnRuns } from "@/lib/runs/work-on-runs";
import {
  type Caller,
  newId,
  type OpenApprovals,
  openApprovals,
  REASON,
  requestedId,
  unwrap,
} from "@/testing/approvals";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { listAll } from "@/testing/card-program";
import { makeTestLocation } from "@/testing/database";
import { continueSession } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { type BegunCopy, beginCopy } from "./begin-copy";
import { withSnapshot } from "./read-database";
import { checkFile } from "./read-file";
import { restoreDatabase } from "./restore-database";
import { writeFile } from "./write-file";

// A new embedded database takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 400_000 });

let approvals: OpenApprovals;
let folder: string;
let manager: Caller;
let admin: Caller;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  approvals = await openApprovals();
  folder = await mkdtemp(join(tmpdir(), "cardwell-copy-"));
  // Their sessions are in the backups.
  manager = await approvals.as("manager");
  admin = await approvals.as("admin");
});
afterAll(async () => {
  setDatabase(approvals.db);
  await approvals.close();
  for (const clean of cleanups.splice(0).reverse()) await clean();
  await rm(folder, { recursive: true, force: true });
});

/** In their browser, on whichever database is in use. */
async function actAs({ name, sessionId }: Caller): Promise<void> {
  await continueSession(sessionId);
  testRequest.headers.set("user-agent", `Browser of ${name}`);
}

async function takeBackup(): Promise<string> {
  const path = join(folder, `${randomUUID()}.backup`);
  await withSnapshot(approvals.db.pool, (source) => writeFile(path, source));
  return path;
}

/** The backup is of the moment between two transactions of the dashboard, of which the first approves the request. */
function takeBackupOnceApproved(requestId: string): { path: string | null } {
  const { pool } = approvals.db;
  const connect = pool.connect.bind(pool);
  const backup: { path: string | null } = { path: null };
  const spy = vi.spyOn(pool, "connect").mockImplementation((async (...args: []) => {
    if (args.length > 0) return connect(...args);
    const client = await connect();
    const { rowCount } = await client.query(
      "select from approval_requests where id = $1 and state = 'approved'",
      [requestId],
    );
    if (!rowCount) return client;
    client.release();
    spy.mockRestore();
    backup.path = await takeBackup();
    return connect();
  }) as typeof pool.connect);
  return backup;
}

/** From here on, the dashboard is the restored one. */
async function restore(path: string): Promise<BegunCopy> {
  const { database, remove } = await makeTestLocation();
  cleanups.push(remove);
  if ("folder" in database) await rm(database.folder, { recursive: true });
  let begun: BegunCopy = { paused: 0, canceled: 0, ended: 0 };
  await restoreDatabase(database, await checkFile(path), "restore", async (db) => {
    begun = await beginCopy(db);
  });
  const copy = await openDatabase(database);
  cleanups.push(copy.close);
  setDatabase(copy);
  return begun;
}

async function planFile(): Promise<{ runId: string; count: number; highestLimit: number }> {
  const runId = newId();
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes("Consumer"));
  const example = Object.fromEntries(columns.map(({ key, example }) => [key, example]));
  const rows = [2, 3].map((number) => ({
    number,
    cells: { ...example, customerType: "Consumer", customerId: newId(), spendLimit: "5000" },
  }));
  unwrap(await addIssueRows(newId(), { runId, from: 1, rows, defaults: {} }));
  unwrap(await planIssue(newId(), { runId, count: 2, fileName: "people.csv" }));
  return { runId, count: 2, highestLimit: 5_000 };
}

const requestCard = async () =>
  requestedId(
    await createCard(newId(), sampleConsumerRequest({ cardType: "virtual", spendLimit: 5_000 }), REASON),
  );

async function approve(requestId: string) {
  const { version } = unwrap(await getApproval({ requestId }));
  const seen = version ?? "0".repeat(64);
  return approveRequest(newId(), { requestId, seen, comment: "", acknowledgesSameDevice: false });
}

const countCards = async () => (await listAll<Card>(approvals.sandbox, "cards")).length;

const ENDED = "A backup was restored. Check at the issuer whether it was carried out, and request it again.";

it("what waited for a second person isn't carried out again by the restored copy", async () => {
  await approvals.setPolicies(["issue"]);
  await actAs(manager);
  const plan = await planFile();
  const requests = [requestedId(await startIssueRun(newId(), plan, REASON)), await requestCard()];
  const path = await takeBackup();
  await actAs(admin);
  for (const request of requests) unwrap(await approve(request));
  await workOnRuns();
  const issued = await countCards();

  expect(await restore(path)).toEqual({ paused: 0, canceled: 1, ended: 2 });
  await actAs(admin);
  for (const request of requests) {
    expect(await approve(request)).toMatchObject({ error: { code: "conflict" } });
    const ended = unwrap(await getApproval({ requestId: request }));
    expect(ended).toMatchObject({ state: "void", decision: { by: null, comment: ENDED } });
  }
  await actAs(manager);
  expect(await startIssueRun(newId(), plan, REASON)).toMatchObject({ error: { code: "conflict" } });
  expect(unwrap(await getRun({ runId: plan.runId, state: null, after: 0 })).run).toMatchObject({
    state: "canceled",
    problem:
      "Canceled because a backup was restored. Check at the issuer what was issued, and plan it again.",
  });
  await workOnRuns();
  expect(await countCards()).toBe(issued);
});

it("what was approved just before the backup isn't carried out again once the copy is activated", async () => {
  setDatabase(approvals.db);
  await approvals.setPolicies(["issue"]);
  await actAs(manager);
  const request = await requestCard();
  const backup = takeBackupOnceApproved(request);
  await actAs(admin);
  const before = await countCards();
  unwrap(await approve(request));
  expect(await countCards()).toBe(before + 1);

  await restore(backup.path ?? "");
  await actAs(admin);
  unwrap(await activateRestoredCopy(newId(), {}));
  await approvalsJob.run({});
  expect(await countCards()).toBe(before + 1);
  expect(unwrap(await getApproval({ requestId: request }))).toMatchObject({
    state: "void",
    decision: { by: admin.name, comment: ENDED },
  });
});

it("a plan that needs no second person isn't started again, and its author is told", async () => {
  setDatabase(approvals.db);
  await approvals.setPolicies([]);
  await actAs(manager);
  const plan = await planFile();
  const path = await takeBackup();
  unwrap(await startIssueRun(newId(), plan));
  await workOnRuns();
  const issued = await countCards();

  await restore(path);
  expect(await startIssueRun(newId(), plan)).toMatchObject({ error: { code: "conflict" } });
  await workOnRuns();
  expect(await countCards()).toBe(issued);
  const { items } = unwrap(await getNotifications({}));
  expect(items[0]).toMatchObject({
    title: "Your plan to issue 2 cards was canceled because a backup was restored",
    href: `/bulk/${plan.runId}`,
  });
});

it("a run that was paused says that its rest may be done already", async () => {
  setDatabase(approvals.db);
  await approvals.setPolicies([]);
  await actAs(manager);
  const plan = await planFile();
  unwrap(await startIssueRun(newId(), plan));
  unwrap(await controlRun(newId(), { runId: plan.runId, to: "paused" }));
  await restore(await takeBackup());
  expect(unwrap(await getRun({ runId: plan.runId, state: null, after: 0 })).run).toMatchObject({
    state: "paused",
    problem: "Paused because a backup was restored. Compare with the issuer before you resume it.",
  });
});

it("what only this database records still waits for its decision", async () => {
  setDatabase(approvals.db);
  await approvals.setPolicies(["role"]);
  const person = await findPersonByEmail(approvals.db.pool, DEMO_PEOPLE.support.email);
  await actAs(admin);
  const change = { personId: person?.id ?? "", role: "auditor" } as const;
  const request = requestedId(await changeRole(newId(), change, REASON));
  await restore(await takeBackup());
  expect(unwrap(await getApproval({ requestId: request }))).toMatchObject({ state: "waiting" });
});
