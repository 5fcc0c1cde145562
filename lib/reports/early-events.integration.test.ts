import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertPerson } from "@/lib/auth/people";
import { sealBody } from "@/lib/events/webhook-body";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
import { beginAsk } from "./asks";
import { matchDeliveries } from "./match-delivery";
import { recordReference } from "./request-due-reports";
import { findRequest, insertRequest, type ReportRequest } from "./requests";

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());

async function insertReport(): Promise<string> {
  const id = randomUUID();
  const person = { email: `${id}@example.com`, name: "Ada", role: "finance", state: "active" } as const;
  const personId = (await insertPerson(db.pool, { ...person, passwordHash: null })) ?? "";
  await insertRequest(db.pool, { id, type: "daily", date: "2026-03-01", personId });
  return id;
}

async function insertDelivery(reference: string): Promise<void> {
  const body = JSON.stringify({
    eventType: "files",
    eventName: "file.ready",
    data: { reference_id: reference, link: "http://localhost:1/a.csv", expireAt: 1 },
  });
  await db.pool.query(
    `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
     values ($1, 'accepted', '', '{}', $2, 1)`,
    [`event-${reference}`, sealBody(`event-${reference}`, body)],
  );
}

async function countWaiting(): Promise<number> {
  const { rows } = await db.pool.query<{ count: string }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(rows[0]?.count);
}

async function readReport(id: string): Promise<ReportRequest> {
  const request = await findRequest(db.pool, id);
  if (!request) throw new Error("not there");
  return request;
}

describe("an event that arrives before the response with its reference", () => {
  it("is matched when its reference is stored", async () => {
    const early = await insertReport();
    await insertDelivery("ref-first");
    await matchDeliveries();
    expect((await readReport(early)).state).not.toBe("link-received");
    await recordReference(await readReport(early), await beginAsk(db.pool, early), "ref-first");
    await matchDeliveries();
    expect((await readReport(early)).state).toBe("link-received");
  });

  onlyOn("postgres", () => {
    it("is matched, even if both are stored at the same moment", async () => {
      const [early, other] = [await insertReport(), await insertReport()];
      await db.pool.query("update report_requests set state = 'requested' where id = $1", [other]);
      await db.pool.query("insert into report_asks (reference_id, request_id) values ('ref-other', $1)", [
        other,
      ]);
      await insertDelivery("ref-early");
      await insertDelivery("ref-other");
      // Stops the job after it has looked for the first reference and before it stores the outcome.
      const holder = await db.pool.connect();
      await holder.query("begin");
      await holder.query("select 1 from report_requests where id = $1 for update", [other]);
      const matching = matchDeliveries();
      await expect.poll(countWaiting).toBe(1);
      const recording = recordReference(await readReport(early), await beginAsk(db.pool, early), "ref-early");
      await expect.poll(countWaiting).toBe(2);
      await holder.query("commit");
      holder.release();
      await Promise.all([matching, recording]);
      await matchDeliveries();
      expect((await readReport(early)).state).toBe("link-received");
    });
  });
});
