import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, latestEventId } from "@/lib/events/bus";
import { openTestFileHost, respondWithCsv, type TestFileHost } from "@/testing/file-host";
import { matchDeliveries } from "./match-delivery";
import { findOverdueReports } from "./read-reports";
import { startReportWork, waitForReportWork } from "./report-work";

let host: TestFileHost;
beforeAll(async () => {
  host = await openTestFileHost();
});
afterAll(() => host.close());
afterEach(() => host.reset());

async function lastEffect(): Promise<unknown> {
  await waitForReportWork();
  const { rows } = await host.reports.db.pool.query(
    "select effect, request_id from webhook_deliveries order by id desc limit 1",
  );
  return rows[0];
}

describe("an event", () => {
  it("is matched by its reference, and the file is fetched without our credentials", async () => {
    host.allowLinks();
    host.respond = respondWithCsv;
    const { id, reference } = await host.insertRequestedReport();
    await host.insertRequestedReport();
    await host.send({ reference_id: reference, link: `${host.origin}/a.csv` });
    await host.reports.waitForState(id, "captured");
    expect(await lastEffect()).toEqual({ effect: "matched", request_id: id });
    expect(host.requests).toHaveLength(1);
    expect(JSON.stringify(host.requests)).not.toContain("sk_sandbox");
    expect(Object.keys(host.requests[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });

  it("is fetched with the unmasked link, even if the file name looks like a card number", async () => {
    host.allowLinks();
    host.respond = respondWithCsv;
    const { id, reference } = await host.insertRequestedReport();
    await host.send({ reference_id: reference, link: `${host.origin}/reports/4539578763621486.csv?sig=1` });
    await host.reports.waitForState(id, "captured");
    expect(host.requests.map(({ url }) => url)).toEqual(["/reports/4539578763621486.csv?sig=1"]);
  });

  it("is matched without a reference to the only open request, and to none of two", async () => {
    host.allowLinks();
    host.respond = respondWithCsv;
    const only = await host.insertRequestedReport();
    await host.send({ url: `${host.origin}/b.csv` });
    await host.reports.waitForState(only.id, "captured");
    await host.insertRequestedReport();
    await host.insertRequestedReport();
    await host.send({ url: `${host.origin}/c.csv` });
    expect(await lastEffect()).toEqual({ effect: "unmatched", request_id: null });
    expect(host.requests).toHaveLength(1);
  });

  it("stays unmatched if there is no request here, and nothing is fetched", async () => {
    host.allowLinks();
    await host.insertRequestedReport();
    await host.send({ reference_id: randomUUID(), link: `${host.origin}/d.csv` });
    expect(await lastEffect()).toEqual({ effect: "unmatched", request_id: null });
    expect(host.requests).toEqual([]);
  });

  it("produces one file even if it is redelivered, late or has another ID", async () => {
    host.allowLinks();
    host.respond = respondWithCsv;
    const { id, reference } = await host.insertRequestedReport();
    const data = { reference_id: reference, link: `${host.origin}/e.csv` };
    await Promise.all([host.send(data, "doubled"), host.send(data), host.send(data)]);
    await host.reports.waitForState(id, "captured");
    await host.send(data);
    expect(await lastEffect()).toEqual({ effect: "needless", request_id: id });
    expect(await host.reports.count("report_files where request_id = $1", [id])).toBe(1);
    expect(await host.reports.count("notifications where href = $1", [`/reports/${id}`])).toBe(1);
  });

  it.each(["late", "unsigned", "wrong-signature", "altered"])("is not fetched if it is %s", async (kind) => {
    host.allowLinks();
    const { id, reference } = await host.insertRequestedReport();
    await host.send({ reference_id: reference, link: `${host.origin}/f.csv` }, kind);
    await waitForReportWork();
    expect((await host.reports.row(id)).state).toBe("requested");
    expect(host.requests).toEqual([]);
  });
});

describe("an event that can't be processed", () => {
  /** Stores the deliveries unprocessed, so that they form one batch. */
  async function batch(events: object[]): Promise<void> {
    await host.reports.db.pool.query(
      `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
       select gen_random_uuid(), 'accepted', 'x', '{}', body, 0 from unnest($1::text[]) body`,
      [events.map((data) => JSON.stringify({ eventType: "files", data }))],
    );
    startReportWork();
    await waitForReportWork();
  }
  async function outcomes(events: number) {
    const { rows } = await host.reports.db.pool.query<{
      effect: string;
      message: string;
      request_id: string;
    }>(
      "select effect, effect_message as message, request_id from webhook_deliveries order by id desc limit $1",
      [events],
    );
    return rows.toReversed();
  }

  it("is marked with a reason and doesn't block the others", async () => {
    host.allowLinks();
    host.respond = respondWithCsv;
    const [first, last] = [await host.insertRequestedReport(), await host.insertRequestedReport()];
    await batch([
      { reference_id: first.reference, link: `${host.origin}/p.csv` },
      { reference_id: "a\u0000b", link: `${host.origin}/q.csv` },
      { reference_id: "x".repeat(30_000), link: `${host.origin}/q.csv` },
      { reference_id: last.reference, link: `${host.origin}/r\u0000.csv` },
      { reference_id: last.reference, link: `${host.origin}/s.csv` },
    ]);
    await host.reports.waitForState(first.id, "captured");
    await host.reports.waitForState(last.id, "captured");
    expect(await outcomes(5)).toMatchObject([
      { effect: "matched", request_id: first.id },
      { effect: "unmatched", request_id: null },
      { effect: "unmatched", request_id: null },
      { effect: "unknown-shape", request_id: null },
      { effect: "matched", request_id: last.id },
    ]);
  });

  it("is marked as failed if the reason is unexpected, and can be reprocessed", async () => {
    host.allowLinks();
    host.respond = respondWithCsv;
    const [first, last] = [await host.insertRequestedReport(), await host.insertRequestedReport()];
    await host.reports.db.pool.query(
      `alter table report_captures add constraint no_bad_link check (request_id <> '${first.id}') not valid`,
    );
    await batch([
      { reference_id: first.reference, link: `${host.origin}/bad.csv` },
      { reference_id: last.reference, link: `${host.origin}/t.csv` },
    ]);
    await host.reports.db.pool.query("alter table report_captures drop constraint no_bad_link");
    await host.reports.waitForState(last.id, "captured");
    expect(await outcomes(2)).toMatchObject([
      { effect: "failed", message: expect.stringContaining("Processing failed"), request_id: null },
      { effect: "matched", request_id: last.id },
    ]);
    expect((await host.reports.row(first.id)).state).toBe("requested");
    await host.reports.db.pool.query(
      "update webhook_deliveries set processed_at = null, effect = null where effect = 'failed'",
    );
    startReportWork();
    await host.reports.waitForState(first.id, "captured");
  });
});

describe("when a later batch fails", () => {
  it("the changes of the earlier batches are published", async () => {
    const { pool } = host.reports.db;
    const { rows } = await pool.query<{ id: string }>(
      `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
       select gen_random_uuid(), 'accepted', 'x', '{}', '{}', 0 from generate_series(1, 101) returning id`,
    );
    await pool.query(
      `create function fill_disk() returns trigger language plpgsql as
         $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
       create trigger fill_disk before update on webhook_deliveries
         for each row when (new.id = ${rows.at(-1)?.id}) execute function fill_disk()`,
    );
    const seen = await latestEventId();
    await expect(matchDeliveries()).rejects.toThrow("no space left");
    await pool.query("drop trigger fill_disk on webhook_deliveries; drop function fill_disk");
    expect((await eventsSince(seen)).map(({ topic }) => topic)).toContain("webhooks");
    await matchDeliveries();
  });
});

describe("an overdue report", () => {
  it("is reported when no event has arrived for ten minutes", async () => {
    const { id } = await host.insertRequestedReport();
    expect(await findOverdueReports()).toBeNull();
    await host.reports.db.pool.query(
      "update report_requests set state_since = now() - interval '11 minutes' where id = $1",
      [id],
    );
    expect(await findOverdueReports()).toMatchObject({ reports: 1 });
  });
});
