import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { startDashboard } from "@/e2e/fixtures/dashboard";
import type { Sandbox } from "@/e2e/fixtures/sandbox";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { ReportsPage } from "@/e2e/pages/reports-page";
import { FilesEvent } from "@/lib/contract/webhook-event";
import { REPORT_LABELS } from "@/lib/domain/reports/report";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { readRecords } from "@/testing/read-xlsx";

const READY_TIMEOUT = { timeout: 60_000 };
const DAY_SECONDS = 86_400;

test.afterEach(async ({ sandbox }) => {
  await sandbox.clearFaults();
  await sandbox.setClock(new Date());
});

/** The issuer's webhook events, newest first. */
async function events(sandbox: Sandbox): Promise<{ id: string; body: string; event: FilesEvent }[]> {
  const { deliveries } = await sandbox.webhooks();
  return deliveries.flatMap(({ id, body }) => {
    const event = body === null ? null : FilesEvent.safeParse(JSON.parse(body));
    return event?.success && body !== null ? [{ id, body, event: event.data }] : [];
  });
}

/** The background color after all transitions. */
function backgroundOf(button: Locator): Promise<string> {
  return button.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
    return getComputedStyle(element).backgroundColor;
  });
}

test("keeps the selected day highlighted on hover, in both calendars", async ({
  page,
  signInAs,
  reportsPage,
}) => {
  await signInAs("finance");
  await reportsPage.open("?from=2026-10-05&to=2026-10-09");
  await reportsPage.requestButton.click();
  const chosen = reportsPage.dialog.locator("[data-selected] button");
  const selectedBackground = await backgroundOf(chosen);
  await chosen.hover();
  expect(await backgroundOf(chosen)).toBe(selectedBackground);
  await reportsPage.dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: /^Requested 5 to 9 Oct/ }).click();
  for (const name of [/October 5th/, /October 9th/]) {
    const end = page.getByRole("gridcell").getByRole("button", { name });
    await end.hover();
    expect(await backgroundOf(end)).toBe(selectedBackground);
  }
});

test("requests each of the six types, shows it without a reload, and downloads the exact bytes", async ({
  page,
  signInAs,
  reportsPage,
  sandbox,
}) => {
  test.setTimeout(240_000);
  await signInAs("finance");
  await reportsPage.open();
  for (const type of REPORT_TYPES) {
    const { name } = REPORT_LABELS[type];
    const row = await reportsPage.request(name);
    await expect(row).toContainText("Ready", READY_TIMEOUT);
    const [newest] = await events(sandbox);
    const original = Buffer.from(await (await fetch(newest?.event.data.link ?? "")).arrayBuffer());

    await row.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    const [header = ""] = original.toString().split("\n");
    for (const column of header.split(",").slice(0, 3))
      await expect(reportsPage.fileRows.getByRole("link", { name: column, exact: true })).toBeVisible();
    const downloadEvent = page.waitForEvent("download");
    await reportsPage.download.click();
    const file = await downloadEvent;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${type}-\\d{4}-\\d{2}(-\\d{2})?\\.csv$`));
    expect(readFileSync(await file.path()).equals(original)).toBe(true);
    const excelEvent = page.waitForEvent("download");
    await reportsPage.excelDownload.click();
    const excel = await excelEvent;
    expect(excel.suggestedFilename()).toBe(file.suggestedFilename().replace(/csv$/, "xlsx"));
    expect(readRecords(readFileSync(await excel.path())).length).toBe(
      original.toString().trimEnd().split("\n").length - 1,
    );
    await expect(page.getByRole("list", { name: "Downloads" })).toContainText("Tomasz Lis");
    await reportsPage.open();
  }
});

test("requests a file again from its page", async ({ page, signInAs, reportsPage }) => {
  test.setTimeout(180_000);
  await signInAs("finance");
  await reportsPage.open();
  const row = await reportsPage.request("Daily settlement");
  await expect(row).toContainText("Ready", READY_TIMEOUT);
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/);
  const before = page.url();
  await page.getByRole("button", { name: "Request again" }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole("link", { name: "Compare with previous" })).toBeVisible(READY_TIMEOUT);
});

test("searches and sorts the file, and keeps the view in the URL", async ({
  page,
  signInAs,
  reportsPage,
}) => {
  test.setTimeout(180_000);
  await signInAs("finance");
  await reportsPage.open();
  const row = await reportsPage.request("Monthly settlement");
  await expect(row).toContainText("Ready", READY_TIMEOUT);
  await row.getByRole("link").click();
  await expect(page.getByRole("figure", { name: /^Balance by day/ })).toBeVisible();
  // The effect column is visible without horizontal scrolling.
  await reportsPage.fileRows.evaluate((table) => table.parentElement?.scrollIntoView({ block: "center" }));
  const effect = reportsPage.fileRows.getByRole("columnheader", { name: "effect", exact: true });
  await expect(effect).toBeInViewport({ ratio: 0.99 });
  await page.getByLabel("Search the file").fill("REFUND");
  await expect(page).toHaveURL(/search=REFUND/);
  await expect(reportsPage.fileRows.getByText("CLEARING")).toHaveCount(0);
  await reportsPage.fileRows.getByRole("link", { name: "amount", exact: true }).click();
  await expect(
    reportsPage.fileRows.getByRole("columnheader", { name: "amount", exact: true }),
  ).toHaveAttribute("aria-sort", "ascending");
  await page.reload();
  await expect(page.getByLabel("Search the file")).toHaveValue("REFUND");
  await expect(reportsPage.fileRows.getByText("REFUND").first()).toBeVisible();
});

test("explains why a day isn't available yet, and can queue and cancel it; a queued report is requested automatically", async ({
  page,
  signInAs,
  reportsPage,
  sandbox,
}) => {
  test.setTimeout(180_000);
  await signInAs("finance");
  await reportsPage.open();
  await reportsPage.choose("Daily settlement");
  const { dialog } = reportsPage;
  const unavailableDay = dialog.getByRole("button", { name: /: available from .*, 00:00 UTC$/ }).first();
  await expect(unavailableDay).toBeDisabled();
  await expect(dialog.getByText(/Daily reports are available two days later\./)).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Request automatically when available" }).check();
  await dialog
    .getByRole("button", { name: "Today" })
    .or(dialog.locator("[data-today] button"))
    .first()
    .click();
  await expect(dialog.getByText(/Available from .*, 00:00 UTC\./)).toBeVisible();
  await dialog.getByRole("button", { name: /^Queue / }).click();
  const row = reportsPage.rows.first();
  await expect(row).toContainText("Queued");

  await row.getByRole("link").first().click();
  await page.getByRole("button", { name: "Cancel request" }).click();
  await expect(page.getByText("The report won’t be requested.")).toBeVisible();
  await page.getByRole("button", { name: "Request again" }).click();
  await expect(page.getByRole("button", { name: "Cancel request" })).toBeVisible();

  await reportsPage.open();
  await expect(row).toContainText("Queued");
  await sandbox.advanceClock(3 * DAY_SECONDS);
  await expect(row).toContainText("Ready", READY_TIMEOUT);
});

test("notifies the requester on any page and in a later session", async ({
  page,
  signInAs,
  openBrowser,
  reportsPage,
}) => {
  test.setTimeout(180_000);
  await signInAs("manager");
  await reportsPage.open();
  await reportsPage.request("Cardholder fees");
  await page.goto("/cards");
  await expect(reportsPage.bell).toHaveAccessibleName(/new$/, READY_TIMEOUT);
  await page.close();

  const laterPage = await (await openBrowser("manager")).newPage();
  await laterPage.goto("/");
  const again = new ReportsPage(laterPage);
  await again.bell.click();
  const list = laterPage.getByRole("dialog", { name: "Notifications" });
  await list
    .getByRole("link", { name: /Cardholder fees.*: ready/ })
    .first()
    .click();
  await expect(laterPage.getByRole("heading", { level: 1 })).toContainText("Cardholder fees");
  await expect(again.bell).toHaveAccessibleName("Notifications");
});

test("shows the requester a toast on any page", async ({ page, signInAs, reportsPage, sandbox }) => {
  test.setTimeout(180_000);
  await signInAs("manager");
  await sandbox.addFault({ path: "/downloads/", fault: { type: "delay", ms: 4_000 } });
  await reportsPage.open();
  await reportsPage.request("Daily transaction fees");
  await page.goto("/cards");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(reportsPage.toast(/Daily transaction fees.*: ready/)).toBeVisible(READY_TIMEOUT);
});

test("requests a new link if the file can't be downloaded, and shows that in the history", async ({
  page,
  signInAs,
  reportsPage,
  sandbox,
}) => {
  test.setTimeout(180_000);
  await signInAs("finance");
  await sandbox.addFault({ path: "/downloads/", fault: { type: "rubbish" } });
  await reportsPage.open();
  const row = await reportsPage.request("Cardholder fees");
  await expect(row).toContainText("Ready", READY_TIMEOUT);
  await row.getByRole("link").click();
  const history = page.getByRole("list", { name: "History" });
  await expect(history).toContainText(
    "The link returned text/html instead of a CSV file. Requesting a new link.",
  );
  await expect(history).toContainText("Requested from the issuer again.");
});

test("kill -9 between the webhook and the download neither loses nor duplicates the report", {
  tag: "@full",
}, async ({ browser, sandbox }) => {
  test.setTimeout(240_000);
  const dataDir = mkdtempSync(join(tmpdir(), "cardwell-killed-"));
  const env = { DATA_DIR: dataDir };
  const first = await startDashboard({ env });
  const port = Number(new URL(first.origin).port);
  const context = await browser.newContext({ baseURL: first.origin });
  try {
    await signInWithRole(context.request, "finance");
    const reports = new ReportsPage(await context.newPage());
    await reports.open();
    await expect(await reports.request("Daily settlement")).toContainText("Requested");
    // The issuer delivers to another dashboard, so the test forwards its event to this one.
    await expect.poll(async () => (await sandbox.webhooks()).deliveries[0]?.body ?? null).not.toBeNull();
    const [newest] = await events(sandbox);
    await sandbox.addFault({ path: "/downloads/", fault: { type: "slow-body", ms: 60_000 } });
    const at = new Date();
    const signature = new Webhook(DEMO_WEBHOOK_SECRET).sign(newest?.id ?? "", at, newest?.body ?? "");
    const response = await fetch(`${first.origin}/api/webhooks/issuer`, {
      method: "POST",
      body: newest?.body ?? "",
      headers: {
        "webhook-id": newest?.id ?? "",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signature,
      },
    });
    expect(response.status).toBe(202);
    await first.kill();
    await sandbox.clearFaults();

    const again = await startDashboard({ env, port });
    try {
      await reports.open();
      await expect(reports.rows).toHaveCount(1);
      await expect(reports.rows.first()).toContainText("Ready", READY_TIMEOUT);
      await expect(reports.bell).toHaveAccessibleName("Notifications, 1 new");
    } finally {
      await again.stop();
    }
  } finally {
    await context.close();
    await first.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("an auditor can read reports but not request or download them, and support sees none", async ({
  page,
  signInAs,
  reportsPage,
}) => {
  await signInAs("auditor");
  await reportsPage.open("?state=captured");
  await expect(reportsPage.requestButton).toHaveCount(0);
  await reportsPage.rows.first().getByRole("link").click();
  await expect(reportsPage.fileRows).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}:\d{2}/);
  await expect(reportsPage.fileRows.getByRole("columnheader", { name: / UTC$/ }).first()).toBeVisible();
  await expect(reportsPage.fileRows).not.toContainText("+0000");
  await expect(reportsPage.download).toHaveCount(0);
  await expect(reportsPage.excelDownload).toHaveCount(0);
  const response = await page.request.get(`/api${new URL(page.url()).pathname}/file`);
  expect(response.status()).toBe(403);
  await signInAs("support");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Reports", exact: true })).toHaveCount(0);
});

test("a report and the dialog are accessible", async ({ page, signInAs, reportsPage }) => {
  test.setTimeout(180_000);
  await signInAs("admin");
  await reportsPage.open();
  await reportsPage.requestButton.click();
  await expect(reportsPage.dialog).toBeVisible();
  await expectAccessibleEverywhere(page);
  await reportsPage.open();
  const row = await reportsPage.request(REPORT_LABELS.daily.name);
  await expect(row).toContainText("Ready", READY_TIMEOUT);
  await row.getByRole("link").click();
  await expect(reportsPage.fileRows).toBeVisible();
  await expectAccessibleEverywhere(page);
});
