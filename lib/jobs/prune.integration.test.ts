import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env, type RetainedData } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { pruneJob } from "./prune";

const ADA = "00000000-0000-4000-8000-000000000001";

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
  await db.pool.query(
    `insert into people (id, email, name, role) values ('${ADA}', 'ada@cardwell.test', 'Ada', 'admin')`,
  );
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query(
    "truncate operations, drafts, notes, notifications, events, throttles, sessions, report_requests cascade",
  );
  await db.pool.query("truncate webhook_deliveries cascade");
  retain({});
});

function retain(days: Partial<Record<RetainedData, number>>): void {
  Object.assign(env().retentionDays, {
    operations: 90,
    deliveries: 365,
    rejectedDeliveries: 30,
    drafts: 7,
    bulkRows: 7,
    notifications: 90,
    notes: 0,
    reports: 0,
    ...days,
  });
}

async function insertOperation(state: string, daysAgo: number, action = "card.create"): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `insert into operations (id, person_id, action, input_hash, state, begun_at, finished_at)
     values ($1, $2, $3, '', $4, now() - make_interval(days => $5), now() - make_interval(days => $5))`,
    [id, ADA, action, state, daysAgo],
  );
  return id;
}

async function insertDraft(operationId: string, daysAgo: number): Promise<void> {
  await db.pool.query(
    `insert into drafts (id, person_id, operation_id, sealed, saved_at)
     values ($1, $2, $3, '', now() - make_interval(days => $4))`,
    [randomUUID(), ADA, operationId, daysAgo],
  );
}

async function insertNotification(daysAgo: number, isRead: boolean): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into notifications (person_id, kind, title, href, created_at, read_at)
     values ($1, 'report', 'A report is ready', '/reports', now() - make_interval(days => $2),
             case when $3 then now() end) returning id::text`,
    [ADA, daysAgo, isRead],
  );
  return rows[0]?.id ?? "";
}

async function insertNote(daysAgo: number): Promise<void> {
  await db.pool.query(
    `insert into notes (id, subject, body, person_id, created_at)
     values ($1, 'card:1', 'hello', $2, now() - make_interval(days => $3))`,
    [randomUUID(), ADA, daysAgo],
  );
}

async function insertDelivery(
  daysAgo: number,
  overrides: { verdict?: string; isProcessed?: boolean } = {},
): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into webhook_deliveries (event_id, received_at, verdict, reason, headers, body, bytes, processed_at)
     values ($1, now() - make_interval(days => $2), $3, '', '{}', '{}', 2, case when $4 then now() end) returning id`,
    [randomUUID(), daysAgo, overrides.verdict ?? "accepted", overrides.isProcessed ?? true],
  );
  return rows[0]?.id ?? "";
}

/** A report with its delivery, file, history and download. */
async function insertReport(state: string, daysAgo: number, captureState = "done"): Promise<string> {
  const [id, capture, file] = [randomUUID(), randomUUID(), randomUUID()];
  const delivery = await insertDelivery(daysAgo);
  await db.pool.query(
    `insert into report_requests (id, type, date, person_id, state, state_since, file_id)
     values ($1, 'SETTLEMENT', '2026-01-31', $2, $3, now() - make_interval(days => $4), $5)`,
    [id, ADA, state, daysAgo, file],
  );
  await db.pool.query("update webhook_deliveries set request_id = $1 where id = $2", [id, delivery]);
  await db.pool.query("insert into report_asks (reference_id, request_id) values ($1, $2)", [
    randomUUID(),
    id,
  ]);
  await db.pool.query("insert into report_history (request_id, state, message) values ($1, 'captured', '')", [
    id,
  ]);
  await db.pool.query(
    "insert into report_captures (id, request_id, delivery_id, link, state) values ($1, $2, $3, '', $4)",
    [capture, id, delivery, captureState],
  );
  await db.pool.query("insert into report_files (id, capture_id, request_id) values ($1, $2, $3)", [
    file,
    capture,
    id,
  ]);
  await db.pool.query(
    "insert into report_chunks (file_id, number, first_row, rows, bytes, content) values ($1, 0, 0, 1, 1, 'x')",
    [file],
  );
  await db.pool.query("insert into report_downloads (file_id, person_id) values ($1, $2)", [file, ADA]);
  return id;
}

async function ids(table: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(`select id::text from ${table}`);
  return rows.map(({ id }) => id).sort();
}

async function count(table: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

async function audited(): Promise<unknown[]> {
  const { rows } = await db.pool.query<{ body: string }>(
    "select body from audit where action = 'retention.delete' order by seq",
  );
  return rows.map(({ body }) => JSON.parse(body).before);
}

describe("the retention rules", () => {
  it("delete only data that is too old, and record it in one audit row", async () => {
    const kept = [await insertOperation("succeeded", 89), await insertOperation("failed", 1)];
    await insertOperation("succeeded", 91);
    await insertOperation("failed", 400);
    await insertDraft(randomUUID(), 6);
    await insertDraft(randomUUID(), 8);
    const delivery = await insertDelivery(364);
    await insertDelivery(366);
    const before = (await audited()).length;

    await pruneJob.run({});
    await pruneJob.run({});
    expect(await ids("operations")).toEqual(kept.sort());
    expect(await count("drafts")).toBe(1);
    expect(await ids("webhook_deliveries")).toEqual([delivery]);
    expect((await audited()).slice(before)).toEqual([{ operations: 2, drafts: 1, deliveries: 1 }]);
  });

  it("delete old notifications, read or not", async () => {
    const kept = [await insertNotification(89, true), await insertNotification(1, false)];
    await insertNotification(91, true);
    await insertNotification(91, false);
    const before = (await audited()).length;
    await pruneJob.run({});
    expect(await ids("notifications")).toEqual(kept.sort());
    expect((await audited()).slice(before)).toEqual([{ notifications: 2 }]);
  });

  it("keep data forever if set to 0, the default for notes and reports", async () => {
    retain({ operations: 0, deliveries: 0, drafts: 0, notifications: 0 });
    await insertNotification(9_000, false);
    const before = (await audited()).length;
    await insertOperation("succeeded", 9_000);
    await insertDraft(randomUUID(), 9_000);
    await insertDelivery(9_000);
    await insertNote(9_000);
    await insertReport("captured", 9_000);
    await pruneJob.run({});
    expect(
      await Promise.all(
        ["operations", "drafts", "notifications", "notes", "report_requests", "report_chunks"].map(count),
      ),
    ).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await count("webhook_deliveries")).toBe(2);
    expect((await audited()).length).toBe(before);
  });

  it("delete notes, and reports with all their data, if configured", async () => {
    retain({ notes: 30, reports: 30 });
    await insertNote(29);
    await insertNote(31);
    await insertReport("captured", 31);
    await insertReport("failed", 31);
    const kept = [
      await insertReport("captured", 29),
      await insertReport("requested", 31),
      await insertReport("captured", 31, "running"),
    ];
    await pruneJob.run({});
    expect(await count("notes")).toBe(1);
    expect(await ids("report_requests")).toEqual(kept.sort());
    const belongings = [
      "report_files",
      "report_chunks",
      "report_captures",
      "report_asks",
      "report_history",
      "report_downloads",
    ];
    expect(await Promise.all(belongings.map(count))).toEqual(belongings.map(() => 3));
  });
});

describe("an operation beyond its retention time", () => {
  it("is kept while its own outcome is unknown", async () => {
    const open = [await insertOperation("unknown", 400), await insertOperation("begun", 300)];
    await pruneJob.run({});
    expect(await ids("operations")).toEqual(open.sort());
  });

  it("is kept while an older operation with an unknown outcome may need to rule it out", async () => {
    const all = [await insertOperation("unknown", 200), await insertOperation("succeeded", 150)];
    await insertOperation("succeeded", 250);
    await pruneJob.run({});
    expect(await ids("operations")).toEqual(all.sort());
  });

  it("is kept while a draft refers to it", async () => {
    const id = await insertOperation("failed", 400);
    await insertDraft(id, 1);
    await pruneJob.run({});
    expect(await ids("operations")).toEqual([id]);
  });
});

it("a delivery is kept until it is processed, and as long as its report exists", async () => {
  const waiting = await insertDelivery(400, { isProcessed: false });
  await insertReport("captured", 400);
  await insertDelivery(400);
  await pruneJob.run({});
  expect(await count("webhook_deliveries")).toBe(2);
  expect(await ids("webhook_deliveries")).toContain(waiting);
});

it("large amounts are deleted in several batches", async () => {
  await db.pool.query(
    `insert into notes (id, subject, body, person_id, created_at)
     select gen_random_uuid(), 'card:1', 'hello', '${ADA}', now() - interval '31 days' from generate_series(1, 2100)`,
  );
  retain({ notes: 30 });
  await pruneJob.run({});
  expect(await count("notes")).toBe(0);
});
