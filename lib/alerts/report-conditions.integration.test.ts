import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ConditionName } from "@/lib/domain/alerts/conditions";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { webhooksSource } from "@/lib/metrics/sources/webhooks";
import { inTransaction } from "@/lib/postgres/open-database";
import { waitForReportWork } from "@/lib/reports/report-work";
import { reportWorkJob } from "@/lib/reports/report-work-job";
import { saveSchedule } from "@/lib/reports/schedules";
import { openTestReports, type TestReports } from "@/testing/reports";
import { signedHeaders } from "@/testing/sandbox";
import { PROGRAM_READERS } from "./watch-conditions";

const DAY = addDays(toIsoDate(new Date()), -2);
const AN_HOUR_MS = 3_600_000;

let reports: TestReports;
beforeAll(async () => {
  reports = await openTestReports();
});
afterAll(() => reports.close());
afterEach(async () => {
  await reports.control("DELETE", "/faults");
  await waitForReportWork();
  await reports.db.pool.query("delete from report_schedules");
  reports.sandbox.sandbox.config.reportDelayMs = 0;
});

async function see(condition: ConditionName, laterMinutes = 0): Promise<string[]> {
  const reader = PROGRAM_READERS.find(({ conditions }) => conditions.includes(condition));
  const found = (await reader?.read(new Date(Date.now() + laterMinutes * 60_000))) ?? [];
  return found.flatMap((finding) =>
    finding.condition === condition && "detail" in finding ? [finding.detail] : [],
  );
}

/** Moves the stored times of reports and deliveries into the past instead of waiting. */
async function pass(minutes: number): Promise<void> {
  for (const column of [
    "report_requests.created_at",
    "report_requests.state_since",
    "report_asks.asked_at",
    "webhook_deliveries.received_at",
    "webhook_deliveries.repeated_at",
  ]) {
    const [table, name] = column.split(".");
    await reports.db.pool.query(`update ${table} set ${name} = ${name} - make_interval(mins => $1)`, [
      minutes,
    ]);
  }
}

/** What the rule in deploy/alerts.yaml waits for, as a difference to now. */
async function minutesAwaited(): Promise<number | null> {
  const name = "cardwell_webhook_awaited_since_timestamp_seconds";
  const sample = (await webhooksSource.read(reports.db.pool)).find((one) => one.name === name);
  return sample ? (Date.now() / 1000 - sample.value) / 60 : null;
}

async function runJob(): Promise<void> {
  await reportWorkJob.run({});
  await waitForReportWork();
}

const schedule = () =>
  inTransaction(reports.db.pool, (client) =>
    saveSchedule(client, { type: "daily", firstDay: DAY, lateAfterHours: 6, personId: reports.personId }),
  );

const SILENT = ["A report was requested over an hour ago, and no webhook has arrived since."];

describe("webhooks", () => {
  it("are missed while a schedule requests its report again and again, until one arrives", async () => {
    reports.sandbox.sandbox.config.reportDelayMs = AN_HOUR_MS;
    await schedule();
    await runJob();
    expect(await see("webhooks-silent", 59)).toEqual([]);
    for (let hour = 1; hour <= 3; hour += 1) {
      await pass(61);
      await runJob();
      expect(await reports.count("report_asks")).toBe(hour + 1);
      expect(await see("webhooks-silent")).toEqual(SILENT);
      expect(await minutesAwaited()).toBeGreaterThan(60 * hour);
    }
    const { deliveries } = await reports.control("GET", "/webhooks");
    await reports.control("POST", `/webhooks/${deliveries[0].id}/redeliver`);
    await waitForReportWork();
    expect(await reports.count("report_requests where state = 'captured'")).toBe(1);
    expect(await see("webhooks-silent")).toEqual([]);
    expect(await minutesAwaited()).toBeNull();
  });

  it("aren’t missed because of one report that stays unanswered while others arrive", async () => {
    reports.sandbox.sandbox.config.reportDelayMs = AN_HOUR_MS;
    await reports.waitForState(await reports.request("fee", DAY), "requested");
    await pass(30);
    reports.sandbox.sandbox.config.reportDelayMs = 0;
    const answered = await reports.request("daily", addDays(DAY, -1));
    await reports.waitForState(answered, "captured");
    await pass(90);
    expect(await see("webhooks-silent")).toEqual([]);
  });

  it("were received lately if an old one was delivered again", async () => {
    const { delivery } = await reports.control("POST", "/webhooks/send", { event: { eventType: "other" } });
    await reports.control("POST", "/webhooks/send", { event: { eventType: "another" } });
    await pass(600);
    const before = Date.now() / 1000;
    await reports.control("POST", `/webhooks/${delivery.id}/redeliver`);
    const [lastAccepted] = await webhooksSource.read(reports.db.pool);
    expect(lastAccepted?.value).toBeGreaterThan(before - 5);
  });

  it("are rejected as long as the same forgery comes again", async () => {
    const body = JSON.stringify({ eventType: "files" });
    const forge = () =>
      fetch(reports.hookUrl, {
        method: "POST",
        body,
        headers: signedHeaders(`whsec_${btoa("x".repeat(32))}`, "msg_forged", body),
      });
    const rejected = ["1 delivery was rejected in the last 15 minutes."];
    expect((await forge()).status).toBe(401);
    expect(await see("webhooks-forged")).toEqual(rejected);
    await pass(16);
    expect(await see("webhooks-forged")).toEqual([]);
    await forge();
    expect(await see("webhooks-forged")).toEqual(rejected);
  });
});

describe("a report", () => {
  it("has failed once the issuer refuses it", async () => {
    await reports.control("POST", "/faults", { path: "/files/", fault: { type: "status", status: 400 } });
    expect(await see("report-failed")).toEqual([]);
    await reports.waitForState(await reports.request("fee", addDays(DAY, -3)), "failed");
    expect(await see("report-failed")).toEqual(["1 report failed within an hour."]);
  });

  it("is late if its schedule has tried for an hour", async () => {
    await reports.control("POST", "/faults", {
      path: "/files/",
      times: 100,
      fault: { type: "status", status: 503 },
    });
    await inTransaction(reports.db.pool, (client) =>
      saveSchedule(client, {
        type: "dailyTransactionFee",
        firstDay: addDays(DAY, -1),
        lateAfterHours: 6,
        personId: reports.personId,
      }),
    );
    await runJob();
    expect(await see("report-late")).toEqual([]);
    await pass(61);
    expect(await see("report-late")).toEqual([
      expect.stringMatching(/^[12] scheduled reports? should be here by now\.$/),
    ]);
  });
});
