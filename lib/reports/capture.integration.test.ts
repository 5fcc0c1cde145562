import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, addMonths, lastOfMonth, toIsoDate } from "@/lib/domain/time/calendar";
import { releaseLeases } from "@/lib/jobs/release-leases";
import { countTried } from "@/testing/count-tried";
import { openTestReports, type TestReports } from "@/testing/reports";
import { setLinkRules } from "./capture";
import { startReportWork, waitForReportWork } from "./report-work";
import { insertRequest } from "./requests";
import { openSealedLink } from "./sealed-link";

let reports: TestReports;
const today = toIsoDate(new Date());
const day = addDays(today, -5);
const month = lastOfMonth(addMonths(today, -2));

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
}, 120_000);
afterAll(() => reports.close());
afterEach(async () => {
  setLinkRules({});
  await reports.control("DELETE", "/faults");
});

describe("a failing link", () => {
  it.each([
    ["dead", { type: "status", status: 410 }],
    ["truncated", { type: "truncate" }],
    ["HTML instead of CSV", { type: "rubbish" }],
    [
      "HTML that calls itself CSV",
      { type: "rubbish", contentType: "text/csv", body: "<html><p>Sorry</p></html>" },
    ],
    ["empty", { type: "rubbish", contentType: "text/csv", body: "" }],
    ["reset", { type: "drop" }],
    ["slow", { type: "slow-body", ms: 60_000 }],
    ["silent", { type: "delay", ms: 60_000 }],
  ])("(%s) is replaced by a new one automatically, and no partial file is visible", async (name, fault) => {
    // Far below the fault's delay, but enough for a valid link on a busy machine.
    if (name === "slow" || name === "silent") setLinkRules({ idleMs: 4_000, firstByteMs: 4_000 });
    await reports.control("POST", "/faults", { path: "/downloads/", fault });
    const id = await reports.request("daily", day);
    await reports.waitForState(id, "captured");
    expect(await reports.row(id)).toMatchObject({ asks: 2 });
    expect((await reports.readFileBytes(id)).equals(await reports.downloadOriginal(id))).toBe(true);
    expect(await reports.countFiles(id)).toBe(1);
    expect(await reports.countNotifications(id)).toBe(1);
    countTried("bad links");
  });

  it("fails with a reason after four attempts", async () => {
    await reports.control("POST", "/faults", {
      path: "/downloads/",
      times: 10,
      fault: { type: "status", status: 410 },
    });
    const id = await reports.request("daily", day);
    await vi.waitFor(
      async () => {
        await reports.db.pool.query(
          "update report_requests set ask_at = now() where id = $1 and state = 'queued'",
          [id],
        );
        startReportWork();
        expect((await reports.row(id)).state).toBe("failed");
      },
      { timeout: 25_000, interval: 50 },
    );
    expect(await reports.row(id)).toMatchObject({
      asks: 4,
      reason: "The link no longer works: it returned 410.",
    });
    expect(await reports.countFiles(id)).toBe(0);
    expect(await reports.countNotifications(id)).toBe(1);
  });

  it("fails at once if the file is too large", async () => {
    setLinkRules({ maxBytes: 1_024 });
    const id = await reports.request("monthly", month);
    await reports.waitForState(id, "failed");
    expect((await reports.row(id)).reason).toContain("larger than 1,024 bytes");
    expect(await reports.countFiles(id)).toBe(0);
  });
});

describe("a slow download", () => {
  const slow = (ms: number, times = 1) =>
    reports.control("POST", "/faults", { path: "/downloads/", times, fault: { type: "slow-body", ms } });
  const captures = (id: string, condition = "true") =>
    reports.count(`report_captures where request_id = $1 and ${condition}`, [id]);

  const holderOf = async (id: string): Promise<string> => {
    const { rows } = await reports.db.pool.query("select holder from report_captures where request_id = $1", [
      id,
    ]);
    return rows[0].holder;
  };

  it("keeps its lease for many times the lease's length", async () => {
    setLinkRules({ leaseMs: 600 });
    await slow(4_000, 5);
    const id = await reports.request("daily", day);
    await expect.poll(() => reports.countFiles(id)).toBe(1);
    const holder = await holderOf(id);
    await reports.waitForState(id, "captured");
    expect(await reports.row(id)).toMatchObject({ asks: 1 });
    expect(await holderOf(id)).toBe(holder);
    const { rows } = await reports.db.pool.query(
      "select state from report_history where request_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ state }) => state)).toEqual(["requested", "link-received", "captured"]);
  });

  it("is not changed by a process that has lost its lease", async () => {
    setLinkRules({ leaseMs: 600 });
    await slow(4_000);
    const id = await reports.request("daily", day);
    await reports.waitForState(id, "link-received");
    await expect.poll(() => reports.countFiles(id)).toBe(1);
    const other = randomUUID();
    await reports.db.pool.query(
      "update report_captures set holder = $2, lease_until = now() + interval '1 hour' where request_id = $1",
      [id, other],
    );
    await expect.poll(() => reports.countFiles(id)).toBe(0);
    expect(await reports.row(id)).toMatchObject({ state: "link-received", asks: 1 });
    expect(await captures(id, `state = 'running' and holder = '${other}'`)).toBe(1);
    // When that holder dies, another process takes over.
    await reports.db.pool.query("update report_captures set lease_until = now() where request_id = $1", [id]);
    startReportWork();
    await reports.waitForState(id, "captured");
    expect(await captures(id)).toBe(1);
  });

  it("fails with a clear message when it exceeds the total time", async () => {
    setLinkRules({ totalMs: 4_000 });
    await slow(60_000);
    const id = await reports.request("daily", day);
    await reports.waitForState(id, "captured");
    const { rows } = await reports.db.pool.query(
      "select message from report_history where request_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ message }) => message).join("\n")).toContain(
      "The file didn’t finish downloading within 4 seconds.",
    );
  });
});

describe("a process that dies", () => {
  it("loses neither the event nor the file if it dies between them: another process stores it once", async () => {
    const first = await reports.request("daily", day);
    await reports.waitForState(first, "captured");
    const { rows } = await reports.db.pool.query(
      "select id, link from report_captures where request_id = $1",
      [first],
    );
    const link = openSealedLink(rows[0].id, rows[0].link);
    await waitForReportWork();
    // The state after a kill right after the 2xx: the event is stored but not processed.
    const id = randomUUID();
    await insertRequest(reports.db.pool, { id, type: "daily", date: day, personId: reports.personId });
    const reference = randomUUID();
    await reports.db.pool.query("update report_requests set state = 'requested', asks = 1 where id = $1", [
      id,
    ]);
    await reports.db.pool.query("insert into report_asks (reference_id, request_id) values ($1, $2)", [
      reference,
      id,
    ]);
    const event = { eventType: "files", data: { reference_id: reference, link } };
    await reports.db.pool.query(
      `insert into webhook_deliveries (event_id, verdict, reason, headers, body, bytes)
       values ($1, 'accepted', '', '{}', $2, 0)`,
      [reference, JSON.stringify(event)],
    );
    expect((await reports.row(id)).state).toBe("requested");
    await releaseLeases(reports.db.pool);
    startReportWork();
    await reports.waitForState(id, "captured");
    expect(await reports.countFiles(id)).toBe(1);
    expect(await reports.countNotifications(id)).toBe(1);
  });

  it("leaves no visible file if it dies in the middle of one, and another takes over when the lease expires", async () => {
    setLinkRules({ leaseMs: 600 });
    await reports.control("POST", "/faults", {
      path: "/downloads/",
      fault: { type: "slow-body", ms: 60_000 },
    });
    const id = await reports.request("daily", day);
    await reports.waitForState(id, "link-received");
    await expect.poll(() => reports.countFiles(id)).toBe(1);
    // As if a dead process held it.
    await reports.db.pool.query(
      "update report_captures set holder = $2, lease_until = now() where request_id = $1",
      [id, randomUUID()],
    );
    await reports.waitForState(id, "captured");
    expect(await reports.count("report_files where request_id = $1 and completed_at is not null", [id])).toBe(
      1,
    );
    expect(await reports.countNotifications(id)).toBe(1);
  });
});
