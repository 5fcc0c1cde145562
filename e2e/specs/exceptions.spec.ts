import type { Browser, BrowserContext } from "@playwright/test";
import { expectAccessible, expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { ExceptionsPage } from "@/e2e/pages/exceptions-page";
import type { Role } from "@/lib/domain/people/permissions";

let dashboard: DashboardOnPostgres;
const opened: BrowserContext[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dashboard = await startOnPostgres();
});
test.afterAll(() => dashboard.stop());
test.beforeEach(async () => {
  await dashboard.database.query(
    "truncate reconciliation_exceptions, reconciliation_exception_history, reconciliation_rules cascade",
  );
  await dashboard.database.query(
    `insert into reconciliation_exceptions
       (fingerprint, kind, day, transaction_id, card_id, event, merchant, field, ours, theirs, currency, difference)
     select 'test:' || n, case when n % 3 = 0 then 'amount-differs' else 'records-only' end, date '2026-10-01' + n % 5,
            'transaction-' || lpad(n::text, 2, '0'), 'card-' || n, 'clearing', 'Kaffeehaus',
            case when n % 3 = 0 then 'Billed amount' end, case when n % 3 = 0 then '10' end,
            case when n % 3 = 0 then '12.50' end, 'USD', case when n % 3 = 0 then 2.50 else -n end
     from generate_series(1, 30) n`,
  );
});
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function openAs(browser: Browser, role: Role, view = ""): Promise<ExceptionsPage> {
  const context = await browser.newContext({ baseURL: dashboard.origin });
  opened.push(context);
  await signInWithRole(context.request, role);
  const exceptions = new ExceptionsPage(await context.newPage());
  await exceptions.open(view);
  return exceptions;
}

test("finance explains several exceptions at once, and undoes it", async ({ browser }) => {
  const exceptions = await openAs(browser, "finance");
  const { page, dialog } = exceptions;
  await exceptions.select(/transaction-04/);
  await exceptions.select(/transaction-08/);
  await expect(exceptions.selection.getByRole("status")).toHaveText("2 selected");
  await exceptions.selection.getByRole("button", { name: "Update selected" }).click();
  await expect(dialog.getByRole("heading", { name: "Update 2 exceptions" })).toBeVisible();
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog.getByText("Choose a reason.")).toBeVisible();
  await exceptions.explain("Timing", "They clear on the 2nd");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("2 exceptions explained").first()).toBeVisible();
  await expect(exceptions.row("transaction-04")).toContainText("Explained");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("2 exceptions restored").first()).toBeVisible();
  await expect(exceptions.row("transaction-04")).toContainText("Open");
});

test("an exception that a colleague changed is skipped, and its history says who", async ({ browser }) => {
  const exceptions = await openAs(browser, "finance");
  const { page, dialog } = exceptions;
  await exceptions.select(/transaction-04/);
  await exceptions.select(/transaction-08/);
  const colleague = await openAs(browser, "admin", "?search=transaction-08");
  await colleague.row("transaction-08").getByRole("link", { name: "In our records only" }).click();
  await colleague.panel.getByRole("button", { name: "Assign" }).click();
  await colleague.dialog.getByRole("combobox", { name: "Owner" }).selectOption("Tomasz Lis");
  await colleague.dialog.getByRole("button", { name: "Assign" }).click();
  await expect(colleague.panel.getByRole("list", { name: "History" })).toContainText(
    "Assigned to Tomasz Lis",
  );
  await expectAccessible(colleague.page);

  await exceptions.selection.getByRole("button", { name: "Update selected" }).click();
  await exceptions.explain("Timing", "");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("1 exception explained").first()).toBeVisible();
  await expect(page.getByText("Skipped: 1 changed in the meantime.").first()).toBeVisible();
});

test("all that match become explained, and a rule explains the rest until it ends", async ({ browser }) => {
  const exceptions = await openAs(browser, "finance", "?kind=records-only&from=2026-10-01&to=2026-10-03");
  const { page, dialog, selection, rules } = exceptions;
  await expect(page.getByText("12 exceptions").first()).toBeVisible();
  await exceptions.open("?state=open");
  await selection.getByRole("checkbox", { name: "Select page" }).check();
  await selection.getByRole("button", { name: "Select all 30 that match" }).click();
  await expect(selection.getByRole("status")).toHaveText("All 30 exceptions selected");
  await selection.getByRole("button", { name: "Assign selected" }).click();
  await expect(dialog.getByRole("heading", { name: "Assign 30 exceptions" })).toBeVisible();
  await dialog.getByRole("combobox", { name: "Owner" }).selectOption("Tomasz Lis");
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("30 exceptions assigned").first()).toBeVisible();
  await expect(exceptions.row("transaction-06")).toContainText("Tomasz Lis");

  await exceptions.select(/Amount differs transaction-06/);
  await selection.getByRole("button", { name: "Update selected" }).click();
  await exceptions.explain("Fee", "Known fee");
  await dialog.getByRole("checkbox", { name: /^Make a rule/ }).check();
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog.getByRole("heading", { name: "Add a rule" })).toBeVisible();
  await expect(dialog.getByText("Explains 9 open exceptions now.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Largest difference" }).fill("2.49");
  await expect(dialog.getByText("Explains 0 open exceptions now.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Largest difference" }).fill("2.50");
  await expect(dialog.getByText("Explains 9 open exceptions now.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(rules).toContainText("Amount differs, up to USD 2.50, at Kaffeehaus");
  await expect(rules).toContainText("9 exceptions explained");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("9 exceptions opened again").first()).toBeVisible();
  await expect(rules).toContainText("Ended by Tomasz Lis");

  await rules.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByRole("combobox", { name: "Exception" }).selectOption("Amount differs");
  await dialog.getByRole("textbox", { name: "Note" }).fill("Known fee");
  await expect(dialog.getByText("Explains 9 open exceptions now.")).toBeVisible();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await expect(rules).toContainText("9 exceptions explained");

  await rules.getByRole("button", { name: "End rule" }).click();
  await dialog.getByRole("checkbox", { name: /^Open 9 exceptions again/ }).check();
  await dialog.getByRole("button", { name: "End rule" }).click();
  await expect(page.getByText("9 exceptions opened again").first()).toBeVisible();
  await expect(rules.getByRole("button", { name: "End rule" })).toHaveCount(0);
});

test("the order is remembered, the pages continue, and filters are in the URL", async ({ browser }) => {
  const exceptions = await openAs(browser, "finance");
  const { page, table } = exceptions;
  await table.getByRole("link", { name: "Difference" }).click();
  await expect(exceptions.rows.first()).toContainText("transaction-29");
  await exceptions.open();
  await expect(exceptions.rows.first()).toContainText("transaction-29");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(exceptions.rows).toHaveCount(5);
  await expect(page).toHaveURL(/sort=difference:desc/);
  await page.getByRole("button", { name: /^State / }).click();
  await page.getByRole("menuitemcheckbox", { name: "Resolved" }).click();
  await expect(page.getByText("No exceptions match these filters")).toBeVisible();
  await expect(page).toHaveURL(/state=resolved/);
});

test("a long note keeps every column in view, and the panel leaves both values beside it", async ({
  browser,
}) => {
  await dashboard.database.query(
    "update reconciliation_exceptions set state = 'explained', reason = 'other', note = repeat('Refunded by hand. ', 20) where transaction_id = 'transaction-06'",
  );
  const exceptions = await openAs(browser, "finance");
  const { page, table, panel } = exceptions;
  const row = exceptions.row("transaction-06");
  await page.setViewportSize({ width: 1440, height: 900 });
  const header = (name: string) => table.getByRole("columnheader", { name });
  await expect(header("Owner")).toBeInViewport({ ratio: 1 });
  await expect(header("Merchant")).toBeVisible();
  await expect(row).toContainText("Billed amount: USD 10.00");
  await row.getByRole("link", { name: "Amount differs" }).click();
  await expect(panel).toContainText("USD 12.50");
  await expect(header("Ours and theirs")).toBeInViewport({ ratio: 1 });
  await expect(header("State")).toBeInViewport({ ratio: 1 });
  expect((await header("Select").boundingBox())?.width).toBeLessThan(60);
});

test("an auditor reads, without controls; the page is accessible and fits a phone", async ({ browser }) => {
  const auditor = await openAs(browser, "auditor");
  await expect(auditor.rows).toHaveCount(25);
  await expect(auditor.page.getByRole("checkbox")).toHaveCount(0);
  await expect(auditor.page.getByRole("button", { name: "Add rule" })).toHaveCount(0);
  const finance = await openAs(browser, "finance");
  await expectAccessibleEverywhere(finance.page);
});
