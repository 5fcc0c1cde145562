import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestReports, type TestReports } from "@/testing/reports";
import { signInAs } from "@/testing/sign-in-as";
import { getReportRows } from "./reports";

let reports: TestReports;
let reportId: string;

beforeAll(async () => {
  reports = await openTestReports();
  reportId = await reports.request("daily", "2026-01-02");
  await reports.waitForState(reportId, "captured");
}, 60_000);
afterAll(() => reports.close());
beforeEach(() => reports.db.pool.query("delete from report_readings"));

async function listReads(personId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await reports.db.pool.query<{ body: string }>(
    "select body from audit where action = 'report.read' and actor_id = $1 order by seq",
    [personId],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

it.each(["auditor", "finance", "manager"] as const)(
  "audits a %s's read of a report once for all pages",
  async (role) => {
    const { personId } = await signInAs(role);
    const pages = Array.from({ length: 6 }, (_, page) => getReportRows({ reportId, offset: page * 100 }));
    for (const read of await Promise.all(pages)) expect(read).toMatchObject({ ok: true });
    expect(await listReads(personId)).toMatchObject([
      {
        outcome: "succeeded",
        target: reportId,
        address: "203.0.113.9",
        input: { type: "daily", date: "2026-01-02" },
      },
    ]);
  },
);

it("adds a new entry after an hour", async () => {
  const { personId } = await signInAs("admin");
  await getReportRows({ reportId });
  await reports.db.pool.query("update report_readings set recorded_at = now() - interval '61 minutes'");
  await getReportRows({ reportId });
  expect(await listReads(personId)).toHaveLength(2);
});

it("adds no entry for a denied request", async () => {
  const { personId } = await signInAs("support");
  expect(await getReportRows({ reportId })).toMatchObject({ ok: false, error: { code: "forbidden" } });
  await signInAs("auditor");
  expect(await getReportRows({ reportId: crypto.randomUUID() })).toMatchObject({ ok: false });
  expect(await listReads(personId)).toEqual([]);
  expect(await reports.count("report_readings", [])).toBe(0);
});
