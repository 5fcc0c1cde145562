import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { type Dashboard, startDashboard } from "@/e2e/fixtures/dashboard";
import { sized } from "@/e2e/fixtures/proof-size";
import type { Fault } from "@/e2e/fixtures/sandbox-types";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { IssueFilePage } from "@/e2e/pages/issue-file-page";
import { RunPage } from "@/e2e/pages/run-page";
import { type CustomerType, ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";

const ROWS = sized(100, 400);
/** Slow enough to be killed in between. */
const CARDS_PER_SECOND = sized(10, 20);
const FAULTS: Fault[] = [
  { type: "commit-then-drop" },
  { type: "drop" },
  { type: "status", status: 500 },
  { type: "status", status: 429, retryAfterSeconds: 1 },
  { type: "commit-then-delay", ms: 4_000 },
];

/** As the template has them, one customer per row. */
function fileOf(customers: readonly string[], type: CustomerType = "Consumer"): string {
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes(type));
  const own = (customer: string): Partial<Record<IssueColumnKey, string>> => ({
    customerType: type,
    customerId: customer,
    cardName: `Card ${customer}`,
  });
  return [
    columns.map(({ label }) => label),
    ...customers.map((customer) => columns.map(({ key, example }) => own(customer)[key] ?? example)),
  ]
    .map((cells) => cells.join(","))
    .join("\r\n");
}

async function planFile(page: Page, content: string): Promise<void> {
  const issue = new IssueFilePage(page);
  await issue.open();
  await issue.chooseFile("people.csv", content);
  await issue.checkRows();
  await issue.plan.click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
}

async function startIssuing(page: Page, count: number): Promise<void> {
  const cards = count === 1 ? "card" : "cards";
  await page.getByRole("button", { name: `Issue ${count} ${cards}…` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Issue ${count} ${cards}`, exact: true })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("each row is one card, although the process is killed twice and the issuer fails; the same file again is none", {
  tag: "@full",
}, async ({ browser, sandbox }) => {
  test.setTimeout(600_000);
  const dataDir = mkdtempSync(join(tmpdir(), "cardwell-killed-"));
  const env = {
    DATA_DIR: dataDir,
    BULK_CARDS_PER_SECOND: String(CARDS_PER_SECOND),
    CARD_API_TIMEOUT_MS: "2000",
  };
  let dashboard: Dashboard = await startDashboard({ env });
  const port = Number(new URL(dashboard.origin).port);
  const context = await browser.newContext({ baseURL: dashboard.origin });
  try {
    await signInWithRole(context.request, "manager");
    const page = await context.newPage();
    const run = new RunPage(page);
    const file = fileOf(Array.from({ length: ROWS }, (_, index) => `bulk-${index}`));
    await planFile(page, file);
    await expect(page.getByRole("region", { name: "What will happen" })).toContainText(`${ROWS} customers`);
    const url = page.url();
    for (const fault of FAULTS) await sandbox.addFault({ method: "POST", path: "/cards/", times: 2, fault });
    await startIssuing(page, ROWS);
    for (const atLeast of [0.15 * ROWS, 0.45 * ROWS]) {
      await expect
        .poll(async () => countBulkCards(await sandbox.allCards()), { timeout: 120_000 })
        .toBeGreaterThan(atLeast);
      await dashboard.kill();
      dashboard = await startDashboard({ env, port });
    }
    await page.goto(url);
    await expect(run.heading).toContainText("Finished", { timeout: 300_000 });
    // Those that weren't found at the issuer are tried again by a person.
    const failed = ROWS - Number(/^\d+/.exec((await run.progress.textContent()) ?? "")?.[0]);
    if (failed > 0) {
      await page.getByRole("button", { name: "Try the failed ones again…" }).click();
      await startIssuing(page, failed);
      await expect(run.heading).toContainText("Finished", { timeout: 120_000 });
      await expect(run.progress).toHaveText(
        `${failed} of ${failed} ${failed === 1 ? "card" : "cards"} issued`,
      );
    }
    const customers = (await sandbox.allCards()).map(({ externalCustomerId }) => externalCustomerId);
    const issued = customers.filter((id) => id.startsWith("bulk-"));
    expect(issued).toHaveLength(ROWS);
    expect(new Set(issued).size).toBe(ROWS);

    await planFile(page, file);
    await expect(page.getByRole("link", { name: `Skipped ${ROWS}` })).toBeVisible();
    await expect(run.heading).toHaveText(`Issue 0 of ${ROWS} cardsNot started`);
    await expect(page.getByRole("button", { name: /^Issue / })).toHaveCount(0);
  } finally {
    await context.close();
    await dashboard.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

function countBulkCards(cards: readonly { externalCustomerId: string }[]): number {
  return cards.filter(({ externalCustomerId }) => externalCustomerId.startsWith("bulk-")).length;
}

test("cards for the people of a company are issued on one screen", async ({ page, signInAs, sandbox }) => {
  test.setTimeout(240_000);
  await signInAs("manager");
  const company = "team-company";
  await planFile(page, fileOf([company], "Business"));
  await startIssuing(page, 1);
  const run = new RunPage(page);
  await run.waitForFinished();

  await page.goto(`/customers/${company}`);
  await page.getByRole("link", { name: "Issue to a team" }).click();
  const grid = page.getByRole("grid", { name: "People" });
  await expect(grid).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole("combobox", { name: "Card type" }).selectOption("virtual");
  await page.getByRole("textbox", { name: "Spend limit" }).fill("250");
  const issue = new IssueFilePage(page);
  await issue.setClipboard(["Ada", "Grace", "Edsger", "Alan"].map((name) => `${name} Team`).join("\n"));
  await choose(page, "Name on card");
  await page.keyboard.press("Control+V");
  await issue.setClipboard(["7911 123451", "7911 123452", "7911 123453", "7911 123454"].join("\n"));
  await choose(page, "Phone number");
  await page.keyboard.press("Control+V");
  await expect(issue.counts).toContainText("4 rows ready");
  // A row in which nothing is filled in doesn't count.
  await page.getByRole("button", { name: "Add row" }).click();
  await issue.plan.click();
  const plan = page.getByRole("region", { name: "What will happen" });
  await expect(plan).toContainText("1 customer: 4 business cards");
  await page.goBack();
  await expect(issue.counts).toContainText("4 rows ready");
  await page.getByRole("button", { name: "Open the plan" }).click();
  await expect(plan).toBeVisible();
  await startIssuing(page, 4);
  await run.waitForFinished();
  await page.goBack();
  await expect(issue.counts).toContainText("0 rows ready");
  const cards = (await sandbox.allCards()).filter(({ externalCustomerId }) => externalCustomerId === company);
  expect(cards.map(({ cardName }) => cardName).sort()).toEqual([
    "Ada Team",
    "Alan Team",
    `Card ${company}`,
    "Edsger Team",
    "Grace Team",
  ]);
});

/** The column's cell in the first row. */
async function choose(page: Page, column: string): Promise<void> {
  const grid = page.getByRole("grid", { name: "People" });
  const header = grid.getByRole("columnheader", { name: new RegExp(`^${column}`) });
  await header.scrollIntoViewIfNeeded();
  const index = await header.getAttribute("aria-colindex");
  await grid.locator(`[role=gridcell][aria-colindex="${index}"]`).first().click();
}
