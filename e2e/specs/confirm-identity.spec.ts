import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { DEMO_PASSWORD, signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";

let dashboard: DashboardOnPostgres;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dashboard = await startOnPostgres();
});
test.afterAll(() => dashboard.stop());
test.beforeEach(async ({ browser }) => {
  await dashboard.database.query("delete from sessions");
  await dashboard.database.query("delete from authenticators");
  await dashboard.database.query("delete from throttles");
  await dashboard.database.query("update people set role = 'support' where email = 'support@cardwell.test'");
  context = await browser.newContext({ baseURL: dashboard.origin });
  await signInWithRole(context.request, "admin");
  page = await context.newPage();
});
test.afterEach(() => context.close());

const setConfirmed = (minutesAgo: number) =>
  dashboard.database.query("update sessions set confirmed_at = now() - make_interval(mins => $1)", [
    minutesAgo,
  ]);

const question = () => page.getByRole("dialog", { name: "Confirm it’s you" });

async function openTeam(): Promise<void> {
  await page.goto("/settings/team");
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
}

async function chooseRole(role: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for Mina Reyes" }).click();
  await page.getByRole("menuitemradio", { name: role, exact: true }).press("Enter");
}

function roleCell(role: string): Locator {
  return page
    .getByRole("table", { name: "Team" })
    .locator("tbody tr")
    .filter({ hasText: "Mina Reyes" })
    .getByRole("cell", { name: role, exact: true });
}

async function giveProof(label: string, text: string): Promise<void> {
  await question().getByLabel(label).fill(text);
  await question().getByRole("button", { name: "Confirm" }).click();
}

async function countRoleChanges(): Promise<number> {
  const { rows } = await dashboard.database.query(
    "select 1 from audit where action = 'person.change-role' and phase = 'begin'",
  );
  return rows.length;
}

test("nothing is asked within ten minutes of the sign-in", async () => {
  await setConfirmed(9);
  await openTeam();
  await chooseRole("finance");
  await expect(roleCell("finance")).toBeVisible();
  await expect(question()).toBeHidden();
});

test("after ten minutes the password is asked, once, and the action goes on", async () => {
  await setConfirmed(11);
  await openTeam();
  const before = await countRoleChanges();
  await chooseRole("finance");
  await expect(question()).toBeVisible();
  await giveProof("Password", "wrong");
  await expect(question().getByText("The password is incorrect.").first()).toBeVisible();
  expect(await countRoleChanges()).toBe(before);
  await giveProof("Password", DEMO_PASSWORD);
  await expect(roleCell("finance")).toBeVisible();
  await expect(question()).toBeHidden();
  expect(await countRoleChanges()).toBe(before + 1);
  await chooseRole("auditor");
  await expect(roleCell("auditor")).toBeVisible();
});

test("whoever cancels has changed nothing", async () => {
  await setConfirmed(11);
  await openTeam();
  const before = await countRoleChanges();
  await chooseRole("finance");
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect(question()).toBeHidden();
  await expect(
    page.getByText("Confirm that it’s you to continue. Nothing was changed.").first(),
  ).toBeVisible();
  await expect(roleCell("support")).toBeVisible();
  expect(await countRoleChanges()).toBe(before);
});

test("a form below keeps what was typed, and a doubled confirmation invites once", async () => {
  await openTeam();
  await page.getByRole("button", { name: "Invite person" }).click();
  const form = page.getByRole("dialog", { name: "Invite person" });
  await form.getByLabel("Name").fill("Ada Lovelace");
  await form.getByLabel("Email").fill("ada.lovelace@example.com");
  await setConfirmed(11);
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(question()).toBeVisible();
  await expectAccessible(page);
  await question().press("Escape");
  await expect(question()).toBeHidden();
  await expect(form.getByLabel("Name")).toHaveValue("Ada Lovelace");
  await form.getByRole("button", { name: "Send invitation" }).click();
  await question().getByLabel("Password").fill(DEMO_PASSWORD);
  await question().getByRole("button", { name: "Confirm" }).dblclick();
  // The toast and its announcement.
  await expect(page.getByText("ada.lovelace@example.com").first()).toBeVisible();
  await expect(question()).toBeHidden();
  await expect(form).toBeHidden();
  const { rows } = await dashboard.database.query(
    "select 1 from audit where action = 'person.invite' and phase = 'begin'",
  );
  expect(rows).toHaveLength(1);
});

test("in an old tab a block asks for the code of a person with a second factor", async ({ sandbox }) => {
  const { id, lastFour } = await sandbox.issueCard();
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const adding = page.getByRole("dialog", { name: "Add authenticator app" });
  await adding.getByLabel("Name").fill("Phone");
  await adding.getByRole("button", { name: "Continue" }).click();
  const secret = (await adding.getByRole("button", { name: /^Copy secret/ }).innerText()).trim();
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1_000 });
  await adding.getByRole("textbox", { name: "Code" }).fill(codeAt(-30));
  await adding.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();

  const cardPage = new CardPage(page);
  await cardPage.open(id);
  await setConfirmed(60);
  await cardPage.block("Lost", lastFour);
  await expect(question().getByLabel("Password")).toBeHidden();
  await giveProof("Code", "000000");
  await expect(question().getByText("This code is incorrect or was already used.").first()).toBeVisible();
  await giveProof("Code", codeAt(0));
  await expect(cardPage.status).toHaveText(/Blocked/);
});

test("the audit log is exported only after that", async () => {
  await page.goto("/audit");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await setConfirmed(11);
  const refused = await context.request.get("/api/audit/export");
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: "confirm-identity" } });
  await page.getByRole("link", { name: "Export CSV" }).click();
  await question().getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("No file was saved.").first()).toBeVisible();
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = page.waitForEvent("download");
  await giveProof("Password", DEMO_PASSWORD);
  expect((await download).suggestedFilename()).toMatch(/^audit-log.*\.csv$/);
});

test("who must add a second factor after ten minutes can confirm it there", { tag: "@full" }, async () => {
  await setConfirmed(11);
  await dashboard.database.query(
    `insert into factor_policies (role, rule, required_since, grace_days) values ('admin', 'required', now(), 0)
     on conflict (role) do update set rule = 'required', required_since = now(), grace_days = 0`,
  );
  await page.goto("/cards");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add a second factor");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Phone");
  await page.getByRole("button", { name: "Continue" }).click();
  await giveProof("Password", DEMO_PASSWORD);
  await expect(page.getByRole("img", { name: "QR code of the secret below" })).toBeVisible();
  await dashboard.database.query("delete from factor_policies where role = 'admin'");
});
