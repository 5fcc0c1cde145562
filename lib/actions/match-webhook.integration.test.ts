import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { findDelivery } from "@/lib/events/webhook-deliveries";
import { stopJobs } from "@/lib/jobs/queue";
import { waitForReportWork } from "@/lib/reports/report-work";
import { openTestFileHost, type TestFileHost } from "@/testing/file-host";
import { signInAs } from "@/testing/sign-in-as";
import { matchWebhook } from "./match-webhook";
import { requestReport } from "./request-report";

let host: TestFileHost;
beforeAll(async () => {
  host = await openTestFileHost();
  await signInAs("admin");
});
afterAll(async () => {
  await host.reset();
  await stopJobs();
  await host.close();
});

it("a delivery can't be matched to a report that the issuer can't have yet", async () => {
  const { pool } = host.reports.db;
  const tomorrow = addDays(toIsoDate(new Date()), 1);
  const asked = await requestReport(randomUUID(), { type: "daily", date: tomorrow });
  if (!asked.ok) throw new Error(asked.error.message);
  await host.send({ reference_id: randomUUID(), link: `${host.origin}/a.csv` });
  await waitForReportWork();
  const { rows } = await pool.query<{ id: string }>("select id from webhook_deliveries");
  const deliveryId = String(rows[0]?.id);
  const matched = await matchWebhook(randomUUID(), { deliveryId, reportId: asked.data.id });
  expect(matched).toMatchObject({
    error: { code: "conflict", message: expect.stringContaining("doesn’t have") },
  });
  expect(await findDelivery(deliveryId)).toMatchObject({ effect: "unmatched", candidates: [] });
});
