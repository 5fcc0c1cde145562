import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { ReportState } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { openTestFileHost, type TestFileHost } from "@/testing/file-host";
import { startReportWork, waitForReportWork } from "./report-work";
import { requestDueReports } from "./request-due-reports";
import { insertRequest } from "./requests";

const DAY = addDays(toIsoDate(new Date()), -5);
const AN_HOUR_MS = 3_600_000;

let host: TestFileHost;
beforeAll(async () => {
  host = await openTestFileHost();
});
afterAll(() => host.close());
beforeEach(() => {
  host.allowLinks();
  // The issuer's own events don't arrive during a test: they have references.
  host.reports.sandbox.sandbox.config.reportDelayMs = AN_HOUR_MS;
});
afterEach(async () => {
  await host.reports.control("DELETE", "/faults");
  await host.reset();
});

async function request(type: ReportType, state: ReportState = "requested"): Promise<string> {
  const id = await host.reports.request(type, DAY);
  await host.reports.waitForState(id, state);
  return id;
}

/** The issuer carries the next request out, but its answer is lost. */
async function requestAndLoseAnswer(type: ReportType): Promise<string> {
  await addFault({ type: "commit-then-drop" });
  const id = await host.reports.request(type, DAY);
  await expect.poll(async () => (await host.reports.row(id)).reason).toContain("try again automatically");
  return id;
}

/** As a person's request is sent: beside the work that matches events. The response takes a while. */
async function requestSlowly(type: ReportType): Promise<{ id: string; sending: Promise<boolean> }> {
  await addFault({ type: "commit-then-delay", ms: 3_000 });
  const id = randomUUID();
  await insertRequest(host.reports.db.pool, { id, type, date: DAY, personId: host.reports.personId });
  const sending = requestDueReports(id);
  await expect.poll(async () => (await host.reports.control("GET", "/faults")).faults).toEqual([]);
  return { id, sending };
}

const addFault = (fault: object) => host.reports.control("POST", "/faults", { path: "/files/", fault });

async function receive(file: string): Promise<unknown> {
  await host.send({ url: `${host.origin}/${file}.csv` });
  await waitForReportWork();
  const { rows } = await host.reports.db.pool.query(
    "select effect, request_id from webhook_deliveries order by id desc limit 1",
  );
  return rows[0];
}

const UNMATCHED = { effect: "unmatched", request_id: null };

it("belongs to the only request that it can answer", async () => {
  await addFault({ type: "status", status: 400 });
  await request("fee", "failed");
  const id = await request("daily");
  expect(await receive("a")).toEqual({ effect: "matched", request_id: id });
  await host.reports.waitForState(id, "captured");
});

it("stays unmatched if it may answer a request whose response was lost", async () => {
  await requestAndLoseAnswer("fee");
  await request("daily");
  expect(await receive("b")).toEqual(UNMATCHED);
  expect(host.requests).toEqual([]);
});

it("stays unmatched if it may answer a request that is being sent", async () => {
  await request("daily");
  const { sending } = await requestSlowly("fee");
  expect(await receive("c")).toEqual(UNMATCHED);
  expect(await sending).toBe(true);
});

it("belongs to a request that is being sent if there is no other", async () => {
  const { id, sending } = await requestSlowly("daily");
  expect(await receive("d")).toEqual({ effect: "matched", request_id: id });
  await sending;
  await host.reports.waitForState(id, "captured");
  const next = await request("fee");
  expect(await receive("e")).toEqual({ effect: "matched", request_id: next });
});

it("stays unmatched if it may be the second file of a report that was requested twice", async () => {
  const twice = await requestAndLoseAnswer("daily");
  await host.reports.db.pool.query("update report_requests set ask_at = now() where id = $1", [twice]);
  startReportWork();
  await host.reports.waitForState(twice, "requested");
  expect(await receive("f")).toEqual({ effect: "matched", request_id: twice });
  await host.reports.waitForState(twice, "captured");
  await request("fee");
  expect(await receive("g")).toEqual(UNMATCHED);
  expect(host.requests).toHaveLength(1);
});
