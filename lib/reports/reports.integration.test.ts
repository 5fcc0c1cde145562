import { createHash, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays, addMonths, lastOfMonth, toIsoDate } from "@/lib/domain/calendar";
import { REPORT_PERIODS, REPORT_TYPES, type ReportType } from "@/lib/domain/report-calendar";
import { setLinkRules } from "./capture";
import { readChunks, readRows } from "./read-file";
import { insertRequest } from "./requests";
import { openSealedLink } from "./sealed-link";
import { openTestReports, type TestReports } from "./testing";
import { reportWorkDone, resumeReportWork, startReportWork } from "./work";

let reports: TestReports;
const today = toIsoDate(new Date());
const day = addDays(today, -5);
const month = lastOfMonth(addMonths(today, -2));
const dateFor = (type: ReportType) => (REPORT_PERIODS[type] === "day" ? day : month);

beforeAll(async () => {
  reports = await openTestReports({ scenario: "demo" });
}, 120_000);
afterAll(() => reports.close());
afterEach(async () => {
  setLinkRules({});
  await reports.control("DELETE", "/faults");
});

const until = (id: string, state: string) =>
  vi.waitFor(async () => expect(await reports.row(id)).toMatchObject({ state }), {
    timeout: 25_000,
    interval: 25,
  });

async function bytesOf(id: string): Promise<Buffer> {
  const { file_id } = await reports.row(id);
  const parts: Buffer[] = [];
  for await (const part of readChunks(file_id ?? "")) parts.push(part);
  return Buffer.concat(parts);
}

/** What the issuer itself gives for the same report, by a link of its own. */
async function original(id: string): Promise<Buffer> {
  const { rows } = await reports.db.pool.query(
    "select id, link from report_captures where request_id = $1 order by created_at desc",
    [id],
  );
  return Buffer.from(await (await fetch(openSealedLink(rows[0].id, rows[0].link))).arrayBuffer());
}

const files = (id: string) => reports.count("report_files where request_id = $1", [id]);
const notices = (id: string) => reports.count("notifications where href = $1", [`/reports/${id}`]);

describe("a report", () => {
  it.each(REPORT_TYPES)("of type %s is asked for, captured byte by byte and announced", async (type) => {
    const id = await reports.request(type, dateFor(type));
    await until(id, "captured");
    const bytes = await bytesOf(id);
    expect(bytes.equals(await original(id))).toBe(true);
    const { rows } = await reports.db.pool.query(
      "select sha256, bytes, rows, columns, summary from report_files where request_id = $1 and completed_at is not null",
      [id],
    );
    const lines = bytes.toString().trimEnd().split("\n");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: String(bytes.length),
      rows: String(lines.length - 1),
      columns: lines[0]?.split(","),
    });
    expect(await notices(id)).toBe(1);
  });

  it("adds up: totals and each day's balance are those of its rows", async () => {
    const id = await reports.request("monthly", month);
    await until(id, "captured");
    const { file_id } = await reports.row(id);
    const { rows, total } = await readRows(file_id ?? "", {
      offset: 0,
      limit: 1_000,
      search: "",
      sort: null,
    });
    const { rows: stored } = await reports.db.pool.query(
      "select columns, summary from report_files where id = $1",
      [file_id],
    );
    const { columns, summary } = stored[0];
    const effect = columns.indexOf("effect");
    expect(total).toBeGreaterThan(100);
    if (total <= 1_000) {
      const sum = rows.reduce((cents, row) => cents + Math.round(Number(row[effect]) * 100), 0);
      const totals = summary.totals.reduce(
        (cents: number, { amount }: { amount: string }) => cents + Math.round(Number(amount) * 100),
        0,
      );
      expect(totals).toBe(sum);
    }
    expect(summary.days.at(-1)?.balance).toMatch(/^-?\d+\.\d{2}$/);
    expect(summary.totals.map(({ currency }: { currency: string }) => currency)).toContain("USD");
  });

  it("that is too early waits, and is asked for by itself when the issuer's day has come", async () => {
    const id = await reports.request("daily", today);
    await vi.waitFor(async () =>
      expect((await reports.row(id)).reason).toMatch(
        /^Available from .*, 00:00 UTC\. It is asked for by itself then\.$/,
      ),
    );
    expect(await reports.row(id)).toMatchObject({ state: "queued", asks: 0 });
    await reports.control("POST", "/clock", { advanceSeconds: 3 * 86_400 });
    await until(id, "captured");
    await reports.control("POST", "/clock", { now: new Date().toISOString() });
  });

  it("that the issuer cannot be asked for stays queued and says why", async () => {
    await reports.control("POST", "/faults", {
      path: "/files/",
      fault: { type: "status", status: 503, retryAfterSeconds: 1 },
    });
    const id = await reports.request("fee", day);
    await vi.waitFor(async () => expect((await reports.row(id)).reason).toContain("asked again by itself"));
    expect((await reports.row(id)).state).toBe("queued");
    await reports.db.pool.query("update report_requests set ask_at = now() where id = $1", [id]);
    startReportWork();
    await until(id, "captured");
  });
});

describe("a link that goes wrong", () => {
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
  ])("(%s) leads to a fresh one by itself, and nothing half-done is seen", async (name, fault) => {
    // Far below the fault, and above what a busy machine takes for a sound link.
    if (name === "slow" || name === "silent") setLinkRules({ idleMs: 4_000, firstByteMs: 4_000 });
    await reports.control("POST", "/faults", { path: "/downloads/", fault });
    const id = await reports.request("daily", day);
    await until(id, "captured");
    expect(await reports.row(id)).toMatchObject({ asks: 2 });
    expect((await bytesOf(id)).equals(await original(id))).toBe(true);
    expect(await files(id)).toBe(1);
    expect(await notices(id)).toBe(1);
  });

  it("is not tried for ever: after four it has failed, with the reason", async () => {
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
    expect(await reports.row(id)).toMatchObject({ asks: 4, reason: "The link is dead: it answered 410." });
    expect(await files(id)).toBe(0);
    expect(await notices(id)).toBe(1);
  });

  it("beyond the size we take has failed at once", async () => {
    setLinkRules({ maxBytes: 1_024 });
    const id = await reports.request("monthly", month);
    await until(id, "failed");
    expect((await reports.row(id)).reason).toContain("larger than 1,024 bytes");
    expect(await files(id)).toBe(0);
  });
});

describe("a link that comes slowly", () => {
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

  it("stays with the process that fetches it, for many times the length of a lease", async () => {
    setLinkRules({ leaseMs: 600 });
    await slow(4_000, 5);
    const id = await reports.request("daily", day);
    await vi.waitFor(async () => expect(await files(id)).toBe(1));
    const holder = await holderOf(id);
    await until(id, "captured");
    expect(await reports.row(id)).toMatchObject({ asks: 1 });
    expect(await holderOf(id)).toBe(holder);
    const { rows } = await reports.db.pool.query(
      "select state from report_history where request_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ state }) => state)).toEqual(["requested", "link-received", "captured"]);
  });

  it("is left alone by a process that has lost its lease", async () => {
    setLinkRules({ leaseMs: 600 });
    await slow(4_000);
    const id = await reports.request("daily", day);
    await until(id, "link-received");
    await vi.waitFor(async () => expect(await files(id)).toBe(1));
    const other = randomUUID();
    await reports.db.pool.query(
      "update report_captures set holder = $2, lease_until = now() + interval '1 hour' where request_id = $1",
      [id, other],
    );
    await vi.waitFor(async () => expect(await files(id)).toBe(0), { timeout: 25_000 });
    expect(await reports.row(id)).toMatchObject({ state: "link-received", asks: 1 });
    expect(await captures(id, `state = 'running' and holder = '${other}'`)).toBe(1);
    // And when that holder dies, its work is taken over.
    await reports.db.pool.query("update report_captures set lease_until = now() where request_id = $1", [id]);
    startReportWork();
    await until(id, "captured");
    expect(await captures(id)).toBe(1);
  });

  it("has failed in plain words when all of it takes too long", async () => {
    setLinkRules({ totalMs: 4_000 });
    await slow(60_000);
    const id = await reports.request("daily", day);
    await until(id, "captured");
    const { rows } = await reports.db.pool.query(
      "select message from report_history where request_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ message }) => message).join("\n")).toContain(
      "The file did not arrive within 4 seconds.",
    );
  });
});

describe("a process that dies", () => {
  it("between the event and the file loses neither: the next one captures, once", async () => {
    const first = await reports.request("daily", day);
    await until(first, "captured");
    const { rows } = await reports.db.pool.query(
      "select id, link from report_captures where request_id = $1",
      [first],
    );
    const link = openSealedLink(rows[0].id, rows[0].link);
    await reportWorkDone();
    // What a kill right after the 2xx leaves: the event is durable, and nobody has looked at it.
    const id = await insertRequest(reports.db.pool, { type: "daily", date: day, personId: reports.personId });
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
    await resumeReportWork();
    await until(id, "captured");
    expect(await files(id)).toBe(1);
    expect(await notices(id)).toBe(1);
  });

  it("in the middle of a file leaves nothing that is seen; another takes over when its lease has ended", async () => {
    setLinkRules({ leaseMs: 600 });
    await reports.control("POST", "/faults", {
      path: "/downloads/",
      fault: { type: "slow-body", ms: 60_000 },
    });
    const id = await reports.request("daily", day);
    await until(id, "link-received");
    await vi.waitFor(async () => expect(await files(id)).toBe(1));
    // As if a process that died held it.
    await reports.db.pool.query(
      "update report_captures set holder = $2, lease_until = now() where request_id = $1",
      [id, randomUUID()],
    );
    await until(id, "captured");
    expect(await reports.count("report_files where request_id = $1 and completed_at is not null", [id])).toBe(
      1,
    );
    expect(await notices(id)).toBe(1);
  });
});

// The last, since it leaves the circuit breaker open.
describe("an issuer that cannot be asked", () => {
  const tried = (id: string, tries: number) =>
    vi.waitFor(
      async () =>
        expect(
          await reports.count("report_requests where id = $1 and tries = $2 and asking_until is null", [
            id,
            tries,
          ]),
        ).toBe(1),
      { timeout: 25_000, interval: 25 },
    );

  it("is asked after pauses that grow, a hundred times, and then the request has failed", async () => {
    await reports.control("POST", "/faults", {
      path: "/files/",
      times: 100,
      fault: { type: "status", status: 503 },
    });
    const id = await reports.request("fee", day);
    const pauseAfter = async (tries: number) => {
      // As if it had been asked that often before.
      await reports.db.pool.query("update report_requests set tries = $2, ask_at = now() where id = $1", [
        id,
        tries - 1,
      ]);
      const before = Date.now();
      startReportWork();
      await tried(id, tries);
      const { rows } = await reports.db.pool.query("select ask_at from report_requests where id = $1", [id]);
      return rows[0].ask_at.getTime() - before;
    };
    await tried(id, 1);
    expect(await pauseAfter(2)).toBeGreaterThanOrEqual(60_000);
    expect(await pauseAfter(5)).toBeGreaterThanOrEqual(480_000);
    expect(await pauseAfter(60)).toBeGreaterThanOrEqual(900_000);
    await reports.db.pool.query("update report_requests set tries = 99, ask_at = now() where id = $1", [id]);
    startReportWork();
    await until(id, "failed");
    expect((await reports.row(id)).reason).toMatch(/It was asked 100 times\.$/);
    expect(await notices(id)).toBe(1);
  });
});
