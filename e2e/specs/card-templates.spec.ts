import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { delayRequests } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CreateCardPage } from "@/e2e/pages/create-card-page";
import type { Role } from "@/lib/domain/people/permissions";
import { addMonths, toIsoDate } from "@/lib/domain/time/calendar";

// A dashboard of its own, because templates are shown to the whole team.
let dashboard: DashboardOnPostgres;
const opened: BrowserContext[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dashboard = await startOnPostgres();
});
test.afterAll(() => dashboard.stop());
test.beforeEach(() => dashboard.database.query("delete from card_templates"));
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

/** The wizard with its templates. */
class Wizard extends CreateCardPage {
  readonly start: Locator;
  readonly saveAs: Locator;
  readonly dialog: Locator;
  readonly name: Locator;

  constructor(page: Page) {
    super(page);
    this.start = this.form.getByRole("button", { name: "Start from a template…" });
    this.saveAs = this.form.getByRole("button", { name: "Save as template…" });
    this.dialog = page.getByRole("dialog");
    this.name = this.dialog.getByRole("textbox", { name: "Name" });
  }

  button(name: string): Locator {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  radio(name: RegExp): Locator {
    return this.form.getByRole("radio", { name });
  }

  /** From the first step to the card's. */
  async fillHolder(): Promise<void> {
    await this.field("KYC applicant ID").fill("applicant-1815");
    await this.continueButton.click();
    await this.waitForStep("KYC");
    await this.fillBusiness();
    await this.fillContact(`cust_${randomUUID()}`);
  }
}

async function openAs(browser: Browser, role: Role): Promise<Wizard> {
  const context = await browser.newContext({ baseURL: dashboard.origin });
  opened.push(context);
  await signInWithRole(context.request, role);
  const wizard = new Wizard(await context.newPage());
  await openNew(wizard);
  return wizard;
}

async function openNew(wizard: Wizard): Promise<void> {
  await wizard.open();
  await expect(wizard.page.getByText("Connected", { exact: true })).toBeAttached();
}

type Row = { name: string; design?: string; spendLimit?: string; months?: number | null };

async function addTemplate({ name, design = "", spendLimit = "", months = null }: Row): Promise<void> {
  await dashboard.database.query(
    `insert into card_templates
       (id, name, name_key, customer_type, card_type, card_design, spend_limit, expiry_months, changed_by)
     select gen_random_uuid(), $1, lower($1), 'Business', 'virtual', $2, $3, $4, id
     from people where email = 'admin@cardwell.test'`,
    [name, design, spendLimit, months],
  );
}

const EXPIRY = addMonths(toIsoDate(new Date()), 14);

test("a template is saved in the review, and a colleague's card starts from it", async ({ browser }) => {
  const manager = await openAs(browser, "manager");
  const admin = await openAs(browser, "admin");
  await expect(manager.start).toBeHidden();
  await manager.radio(/^Business/).check();
  await manager.fillHolder();
  await manager.field("Expiry date (optional)").fill(EXPIRY);
  await manager.radio(/^Harbour/).check();
  await manager.fillCard({ type: "virtual" });
  await manager.saveAs.click();
  await expect(manager.name).toBeFocused();
  await expect(manager.dialog).toContainText("Nothing about the cardholder is stored.");
  for (const fact of ["Business", "virtual", "Harbour", "250.50", "14 months after issuing"])
    await expect(manager.dialog).toContainText(fact);
  await manager.page.keyboard.press("Enter");
  await expect(manager.dialog.getByText("Enter a name.")).toBeVisible();
  await expectAccessibleEverywhere(manager.page);
  await manager.name.fill("Company travel card");
  await manager.page.keyboard.press("Enter");
  await expect(manager.dialog).toBeHidden();
  await expect(manager.page.getByText("Saved template “Company travel card”").first()).toBeVisible();
  const { rows } = await dashboard.database.query("select * from card_templates");
  expect(rows).toMatchObject([{ spend_limit: "250.50", expiry_months: 14, card_design: "dsg_harbour" }]);
  expect(JSON.stringify(rows)).not.toMatch(/Analytical|applicant-1815|cust_|7400|ada@example/);
  await manager.waitForStep("Review");

  // Without a reload.
  await expect(admin.start).toBeVisible();
  await admin.start.focus();
  await admin.page.keyboard.press("Enter");
  await expect(admin.button("Use Company travel card")).toBeFocused();
  await expectAccessibleEverywhere(admin.page);
  await admin.page.keyboard.press("Enter");
  await expect(admin.dialog).toBeHidden();
  await expect(admin.start).toBeFocused();
  await expect(admin.form.getByText("Filled in from “Company travel card”")).toBeVisible();
  await expect(
    admin.form.getByText("Customer type, Card type, Design, Spend limit, Expiry date"),
  ).toBeVisible();
  await expect(admin.radio(/^Business/)).toBeChecked();
  await expect(admin.draftSaved).toBeVisible();
  await admin.page.reload();
  await admin.fillHolder();
  await expect(admin.radio(/^Virtual/)).toBeChecked();
  await expect(admin.radio(/^Harbour/)).toBeChecked();
  await expect(admin.field(/^Spend limit/)).toHaveValue("250.50");
  await expect(admin.field(/^Expiry date/)).toHaveValue(EXPIRY);
  await expect(admin.field("Name on card")).toHaveValue("");
});

test("a template of the same name is replaced only after saying so", async ({ browser }) => {
  await addTemplate({ name: "Travel", spendLimit: "99", months: 6 });
  const wizard = await openAs(browser, "manager");
  await wizard.radio(/^Business/).check();
  await wizard.fillHolder();
  await wizard.fillCard({ type: "physical", spendLimit: "1,500.00" });
  await wizard.saveAs.click();
  await wizard.name.fill("TRAVEL");
  await wizard.button("Save template").click();
  await expect(
    wizard.dialog.getByText("“Travel” already exists. Saving replaces it for everyone."),
  ).toBeVisible();
  await expect(wizard.dialog).toContainText("6 months after issuing");
  await expectAccessible(wizard.page);
  await wizard.name.fill("TRAVEL 2");
  await expect(wizard.button("Save template")).toBeVisible();
  await wizard.name.fill("TRAVEL");
  await expect(wizard.button("Replace template")).toBeVisible();
  await dashboard.database.query("update card_templates set version = version + 1");
  const readAgain = wizard.page.waitForResponse(/\/api\/card-templates/);
  await wizard.button("Replace template").click();
  await readAgain;
  await expect(wizard.dialog.getByText(/changed this template after you opened it/)).toBeVisible();
  await wizard.button("Save template").click();
  await wizard.button("Replace template").click();
  await expect(wizard.dialog).toBeHidden();
  const { rows } = await dashboard.database.query("select * from card_templates");
  expect(rows).toMatchObject([
    { name: "TRAVEL", card_type: "physical", spend_limit: "1500.00", expiry_months: null, version: 3 },
  ]);
});

test("what was typed is replaced only after saying so", async ({ browser }) => {
  await addTemplate({ name: "Travel", spendLimit: "99" });
  const wizard = await openAs(browser, "manager");
  await wizard.radio(/^Consumer/).check();
  await wizard.start.click();
  await wizard.button("Use Travel").click();
  await expect(wizard.dialog.getByRole("heading", { name: "Replace what you entered?" })).toBeVisible();
  await expect(wizard.dialog.getByText("Consumer")).toBeVisible();
  await expect(wizard.button("Cancel")).toBeFocused();
  await expectAccessibleEverywhere(wizard.page);
  await wizard.page.keyboard.press("Enter");
  await expect(wizard.button("Use Travel")).toBeFocused();
  await wizard.page.keyboard.press("Escape");
  await expect(wizard.dialog).toBeHidden();
  await expect(wizard.radio(/^Consumer/)).toBeChecked();
  await wizard.start.click();
  await wizard.button("Use Travel").click();
  await wizard.button("Replace").click();
  await expect(wizard.radio(/^Business/)).toBeChecked();
  await expect(wizard.form.getByText("Customer type, Card type, Spend limit")).toBeVisible();
});

test("a template is renamed and deleted where it is chosen", async ({ browser }) => {
  await addTemplate({ name: "Travel" });
  await addTemplate({ name: "Office" });
  const wizard = await openAs(browser, "manager");
  await wizard.start.click();
  await wizard.button("Rename Travel").click();
  await expect(wizard.name).toBeFocused();
  await expect(wizard.name).toHaveValue("Travel");
  await wizard.name.fill("office");
  await wizard.page.keyboard.press("Enter");
  await expect(wizard.dialog.getByText("There is already a template called “Office”.")).toBeVisible();
  await expectAccessible(wizard.page);
  await wizard.name.fill("Trips");
  const readList = await delayRequests(wizard.page, "**/api/card-templates");
  await wizard.page.keyboard.press("Enter");
  await expect(wizard.button("Use Travel")).toBeFocused();
  await readList();
  await expect(wizard.button("Use Trips")).toBeFocused();
  await expect(wizard.page).toHaveURL(/step=customer/);

  const colleague = await openAs(browser, "admin");
  await colleague.start.click();
  await colleague.button("Delete Trips").click();
  await expect(colleague.dialog).toContainText("The template disappears for everyone.");
  await expectAccessible(colleague.page);
  await wizard.button("Rename Trips").click();
  await wizard.name.fill("Journeys");
  await wizard.page.keyboard.press("Enter");
  await expect(wizard.button("Use Journeys")).toBeFocused();
  // The colleague confirmed another version.
  await colleague.button("Delete template").click();
  await expect(colleague.dialog.getByText(/changed this template after you opened it/)).toBeVisible();
  await colleague.button("Cancel").click();
  await colleague.button("Delete Journeys").click();
  await colleague.button("Delete template").click();
  await expect(colleague.button("Use Office")).toBeFocused();
  await expect(wizard.button("Use Journeys")).toBeHidden();
  await colleague.button("Delete Office").click();
  await colleague.button("Delete template").click();
  await expect(colleague.dialog.getByText("No templates. Save one in the Review step.")).toBeVisible();
  await colleague.page.keyboard.press("Escape");
  await expect(colleague.start).toBeFocused();
  await openNew(colleague);
  await expect(colleague.start).toBeHidden();
});

test("a design that is gone or out of stock is told and not filled in", async ({ browser }) => {
  await addTemplate({ name: "Old", design: "dsg_retired", spendLimit: "99" });
  await addTemplate({ name: "Sold out", design: "dsg_tide", spendLimit: "99" });
  const wizard = await openAs(browser, "manager");
  await wizard.start.click();
  await expect(wizard.dialog.getByText("The design dsg_retired no longer exists.")).toBeVisible();
  await expect(wizard.dialog.getByText("Tide is out of stock.")).toBeVisible();
  await expectAccessible(wizard.page);
  await wizard.button("Use Old").click();
  await expect(
    wizard.form.getByText(/^The design dsg_retired no longer exists\. The design wasn’t/),
  ).toBeVisible();
  await expect(wizard.form.getByText("Customer type, Card type, Spend limit")).toBeVisible();
  await expectAccessibleEverywhere(wizard.page);
  await wizard.start.click();
  await wizard.button("Use Sold out").click();
  await expect(wizard.form.getByText(/^Tide is out of stock\. The design wasn’t filled in/)).toBeVisible();
  await wizard.fillHolder();
  await expect(wizard.radio(/^Tide/)).not.toBeChecked();
  await wizard.fillCard({ type: "virtual" });
});

test("many templates are searched, and a long name fits on a phone", async ({ browser }) => {
  for (let n = 1; n <= 12; n += 1) await addTemplate({ name: `Template ${n}`, spendLimit: "99" });
  await addTemplate({ name: "W".repeat(60), spendLimit: "99" });
  const wizard = await openAs(browser, "manager");
  await wizard.start.click();
  const search = wizard.dialog.getByRole("searchbox", { name: "Search templates" });
  await expect(search).toBeFocused();
  await expectAccessibleEverywhere(wizard.page);
  await search.fill("TEMPLATE 12");
  await expect(wizard.dialog.getByRole("listitem")).toHaveCount(1);
  await search.fill("nothing");
  await expect(wizard.dialog.getByText("No template matches “nothing”.")).toBeVisible();
});
