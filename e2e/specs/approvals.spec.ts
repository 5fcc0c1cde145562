import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { ApprovalsPage } from "@/e2e/pages/approvals-page";
import { CardPage } from "@/e2e/pages/card-page";
import { TeamPage } from "@/e2e/pages/team-page";
import { waitForConnection } from "@/e2e/pages/wait-for-connection";
import type { Role } from "@/lib/domain/people/permissions";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Another person with a device of their own. */
async function openDevice(
  browser: Browser,
  baseURL: string | undefined,
  role: Role,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent: `Device of the ${role}`,
    ...options,
  });
  await signInWithRole(context.request, role);
  return { context, page: await context.newPage() };
}

async function requestBlock(cardPage: CardPage, card: { id: string; lastFour: string }): Promise<void> {
  await cardPage.openConnected(card.id);
  await cardPage.blockButton.click();
  await cardPage.choose("Stolen");
  await cardPage.dialog.getByLabel("Reason for the approver").fill("The holder reported it stolen");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Request approval").click();
  await expect(
    cardPage.page.getByRole("heading", { name: /^Waiting for approval: Block card/ }),
  ).toBeVisible();
}

test.afterEach(async ({ browser, baseURL }) => {
  const admin = await openDevice(browser, baseURL, "admin");
  await new ApprovalsPage(admin.page).switchAllOff();
  await admin.context.close();
});

test("a stolen card is frozen while its reissue waits, and no page says that it was reissued", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace" });
  await signInAs("admin");
  await new ApprovalsPage(page).switchOn("Reissue with a new number");
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  await cardPage.reissueButton.click();
  await cardPage.choose("Stolen");
  await cardPage.next();
  await expect(cardPage.dialog.getByText("Once approved:")).toBeVisible();
  await cardPage.dialog.getByLabel("Reason for the approver").fill("The holder called");
  await cardPage.button("Request approval").click();
  await cardPage.waitForStatus("Frozen");
  expect(await sandbox.authorize(card.id, 10)).toMatchObject({ approved: false, code: "R1" });
  const request = page.getByRole("region", { name: /^Waiting for approval: Reissue card/ });
  await expect(request.getByText("The card was frozen with the request.")).toBeVisible();
  await expect(request.getByText("Once approved:")).toBeVisible();
  await request.getByRole("link", { name: "Open" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Not carried out:")).toBeVisible();
  await expect(page.getByText("Once approved:")).toBeHidden();
  expect(await sandbox.getCard(card.id)).toMatchObject({ status: "FROZEN", lastFour: card.lastFour });
});

test("a block is requested, approved on a phone, and done once", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
  browser,
  baseURL,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace" });
  await signInAs("admin");
  await new ApprovalsPage(page).switchOn("Block a card");
  await expectAccessibleEverywhere(page);

  await signInAs("manager");
  await requestBlock(cardPage, card);
  await expect(cardPage.status.last()).toHaveText("Active");
  await expect(page.getByText("Ines Duarte can approve it.")).toBeVisible();

  const phone = await openDevice(browser, baseURL, "admin", PHONE);
  const approvals = new ApprovalsPage(phone.page);
  await approvals.open();
  await expectAccessibleEverywhere(phone.page);
  await approvals.request(`Block card •• ${card.lastFour}`).click();
  await expect(approvals.heading).toContainText(`Block card •• ${card.lastFour}`);
  await expect(phone.page.getByText("The holder reported it stolen")).toBeVisible();
  await expect(phone.page.getByText("This is permanent: a blocked card can’t be unblocked.")).toBeVisible();
  await expectAccessibleEverywhere(phone.page);
  const box = await approvals.approveButton.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(48);
  await approvals.approveButton.click();
  await expect(phone.page.getByText("Approved by Ines Duarte, and done")).toBeVisible();
  await phone.context.close();

  // The requester's open page and bell show it without a reload.
  await expect(cardPage.status.last()).toHaveText("Blocked");
  await expect(cardPage.event(/^Blocked by Jonas Weber/)).toContainText("approved by Ines Duarte");
  await expect(page.getByRole("button", { name: /^Notifications, \d+ new/ })).toBeVisible();
});

test("a tab from before the policy can't act directly, and offers the request instead", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
  browser,
  baseURL,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  // Without the event stream, the tab doesn't learn of the policy.
  await page.route("**/api/events*", (route) => route.abort());
  await cardPage.open(card.id);
  await cardPage.blockButton.click();
  await cardPage.choose("Lost");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  const admin = await openDevice(browser, baseURL, "admin");
  await new ApprovalsPage(admin.page).switchOn("Block a card");

  await cardPage.button("Block permanently").click();
  await expect(cardPage.button("Request approval")).toBeVisible();
  await expect(cardPage.dialog.getByLabel("Reason for the approver")).toBeVisible();
  expect((await sandbox.authorize(card.id, 1)).approved).toBe(true);
  await admin.context.close();
});

test("a request on the card's page is declined with a sentence, by keyboard", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
  browser,
  baseURL,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await new ApprovalsPage(page).switchOn("Block a card");
  await signInAs("manager");
  await requestBlock(cardPage, card);

  const admin = await openDevice(browser, baseURL, "admin");
  const theirCard = new CardPage(admin.page);
  const approvals = new ApprovalsPage(admin.page);
  await theirCard.openConnected(card.id);
  await expectAccessibleEverywhere(admin.page);
  await expect(
    admin.page.getByRole("link", { name: /^Approvals.*waiting for you: 1/ }).first(),
  ).toBeVisible();
  await admin.page.keyboard.press("a");
  await expect(approvals.approveButton).toBeFocused();
  await admin.page.keyboard.press("Tab");
  await expect(approvals.declineButton).toBeFocused();
  await admin.page.keyboard.press("Enter");
  await expect(admin.page.getByText("Say why you decline.")).toBeVisible();
  await approvals.comment.fill("Freeze it first");
  await approvals.declineButton.press("Enter");
  await expect(admin.page.getByRole("heading", { name: /^Waiting for approval/ })).toHaveCount(0);
  await admin.context.close();

  await expect(page.getByRole("heading", { name: /^Waiting for approval/ })).toHaveCount(0);
  await expect(cardPage.status.last()).toHaveText("Active");
  await expect(cardPage.event("Request declined")).toContainText("Freeze it first");
});

test("a card that changed since must be looked at again", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
  browser,
  baseURL,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  await new ApprovalsPage(page).switchOn("Block a card");
  await signInAs("manager");
  await requestBlock(cardPage, card);

  const admin = await openDevice(browser, baseURL, "admin");
  const approvals = new ApprovalsPage(admin.page);
  await approvals.open();
  await approvals.request(`•• ${card.lastFour}`).click();
  await expect(approvals.approveButton).toBeVisible();
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(cardPage.status.last()).toHaveText("Frozen");

  await expect(admin.page.getByText("Changed since the request")).toBeVisible();
  await expect(approvals.approveButton).toHaveAttribute("aria-disabled", "true");
  await admin.page.getByRole("button", { name: "I’ve read the change" }).click();
  await approvals.approveButton.click();
  await expect(admin.page.getByText("Approved by Ines Duarte, and done")).toBeVisible();
  await expect(cardPage.status.last()).toHaveText("Blocked");
  await admin.context.close();
});

test("nobody approves their own request, and the same browser is warned about", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  const approvals = new ApprovalsPage(page);
  await approvals.switchOn("Block a card");
  await signInAs("manager");
  await requestBlock(cardPage, card);
  await expect(approvals.approveButton).toHaveCount(0);
  await approvals.open();
  await expect(page.getByText("Nothing waits for your approval")).toBeVisible();
  await approvals.open("mine");
  await approvals.request(`•• ${card.lastFour}`).click();
  await expect(page.getByText("You can’t decide on your own request.")).toBeVisible();
  const url = page.url();

  await signInAs("admin");
  await page.goto(url);
  await waitForConnection(approvals.page);
  await expect(
    page.getByText("Jonas Weber used this browser, or one like it at the same address"),
  ).toBeVisible();
  await expectAccessibleEverywhere(page);
  await approvals.approveButton.click();
  await expect(page.getByText("Confirm this to approve.")).toBeVisible();
  await page.getByRole("checkbox", { name: /^I’m another person/ }).check();
  await approvals.approveButton.click();
  await expect(page.getByText("Approved by Ines Duarte, and done")).toBeVisible();
  await expect(page.getByText(/Approved in the requester’s browser/)).toBeVisible();
});

test("a role is requested and withdrawn, and an admin can act alone", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("admin");
  const approvals = new ApprovalsPage(page);
  await approvals.switchOn("Block a card", "Change a role");
  const team = new TeamPage(page);
  await team.open();
  await team.menu("Mina Reyes");
  await page.getByRole("menuitemradio", { name: "finance", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason for the approver").fill("Moves to the finance team");
  await dialog.getByRole("button", { name: "Request approval" }).click();
  await expect(page.getByText("Approval requested").first()).toBeVisible();
  await expect(team.row("Mina Reyes").getByRole("cell", { name: "support", exact: true })).toBeVisible();
  await approvals.open("mine");
  await approvals.request(/Change the role of .+ to finance/).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Withdrawn by Ines Duarte")).toBeVisible();

  await cardPage.openConnected(card.id);
  await cardPage.blockButton.click();
  await cardPage.choose("Stolen");
  await cardPage.dialog.getByRole("checkbox", { name: /^Emergency/ }).check();
  await cardPage.dialog.getByLabel("Reason for acting alone").fill("Fraud in progress");
  await cardPage.dialog.getByLabel(/last four digits/).fill(card.lastFour);
  await cardPage.button("Block permanently").click();
  await expect(cardPage.status.last()).toHaveText("Blocked");
  await approvals.open("decided");
  await expect(approvals.request(`•• ${card.lastFour}`)).toContainText("Emergency");
});

test("a card above the limit is requested from the wizard", async ({ signInAs, createCardPage, page }) => {
  await signInAs("admin");
  await new ApprovalsPage(page).switchOn("Issue above a spend limit");
  await signInAs("manager");
  await createCardPage.open();
  await createCardPage.fillAll(
    { kind: "consumer", customerId: `cust_${Date.now()}` },
    { type: "virtual", spendLimit: "5000" },
  );
  await expect(page.getByRole("button", { name: "Request approval" })).toBeVisible();
  await page.getByLabel("Reason for the approver").fill("Approved budget for the offsite");
  await page.getByRole("button", { name: "Request approval" }).click();
  await expect(page.getByRole("heading", { name: "Approval requested" })).toBeVisible();
  await page.getByRole("link", { name: "View request" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("limit of 5,000.00");
});
