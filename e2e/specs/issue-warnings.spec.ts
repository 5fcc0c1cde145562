import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { holdIssueResponse, isIssueRequest } from "@/e2e/fixtures/issue-request";
import type { Sandbox } from "@/e2e/fixtures/sandbox";
import { delayActions, delayRequests, intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import type { CreateCardPage } from "@/e2e/pages/create-card-page";

/** Returns who has cards under a customer ID. */
const CUSTOMER_CHECK = "**/api/customers/*/active-cards";

const newCustomerId = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

async function waitForCustomer(page: Page, customerId: string): Promise<void> {
  await expect(async () => {
    const response = await page.request.get(`/api/customers/${customerId}/active-cards`);
    expect((await response.json()).cards).toHaveLength(1);
  }).toPass();
}

test("warns about a customer ID that belongs to someone else, asks for confirmation, and doesn't rename them", async ({
  page,
  createCardPage,
  customerPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  await sandbox.issueCard({ customerId, holder: "Northwind Traders" });
  await waitForCustomer(page, customerId);
  const customerCards = async () =>
    (await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId);
  const notice = createCardPage.form.getByRole("status").filter({ hasText: "Northwind Traders" });
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await createCardPage.field("Customer ID").fill(customerId);
  await expect(notice).toContainText("This customer ID belongs to Northwind Traders");
  await expect(notice).toContainText("1 card: 1 active");
  await expect(notice).toContainText("Ada Lovelace");
  await createCardPage.fillContact(customerId);
  await createCardPage.fillCard({ type: "virtual" });
  await expect(notice).toContainText("This customer ID belongs to Northwind Traders");

  await createCardPage.issue.click();
  const dialog = page.getByRole("dialog", { name: "Issue this card?" });
  await expect(dialog).toContainText("belongs to Northwind Traders");
  // Enter on the initially focused button must not issue the card.
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await customerCards()).toHaveLength(1);
  await notice.getByRole("button", { name: "Change customer ID" }).click();
  await expect(createCardPage.field("Customer ID")).toBeFocused();
  await createCardPage.step("Review").click();
  await createCardPage.issue.click();
  await dialog.getByRole("button", { name: "Issue anyway" }).click();
  await expect(createCardPage.issued).toBeVisible();
  expect(await customerCards()).toHaveLength(2);

  await customerPage.open(customerId);
  await expect(page.getByText("also known as Ada Lovelace")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Northwind Traders");
});

/** Fills a card for Ada Lovelace up to the review, with an ID that belongs to Northwind Traders. */
async function reviewWithForeignId(page: Page, createCardPage: CreateCardPage, sandbox: Sandbox) {
  const customerId = newCustomerId();
  await sandbox.issueCard({ customerId, holder: "Northwind Traders" });
  await waitForCustomer(page, customerId);
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual" });
  const cards = await sandbox.allCards();
  return {
    dialog: page.getByRole("dialog", { name: "Issue this card?" }),
    hasIssued: async () => (await sandbox.allCards()).length > cards.length,
  };
}

test("leaving the review during the customer ID check issues nothing, and the check runs again", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const release = await delayRequests(page, CUSTOMER_CHECK);
  const { dialog, hasIssued } = await reviewWithForeignId(page, createCardPage, sandbox);
  await createCardPage.issue.click();
  await expect(createCardPage.issue).toHaveAttribute("aria-busy", "true");
  await createCardPage.back.click();
  await createCardPage.waitForStep("Card");
  await expect(page.getByText("The card wasn’t issued", { exact: true })).toBeVisible();
  await release();
  await createCardPage.field("Name on card").fill("Changed since");
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("Review");
  await expect(createCardPage.issue).not.toHaveAttribute("aria-busy");
  await createCardPage.issue.click();
  await expect(dialog).toContainText("belongs to Northwind Traders");
  expect(await hasIssued()).toBe(false);

  // The browser's Back also leaves the review and closes the dialog.
  await page.goBack();
  await createCardPage.waitForStep("Card");
  await expect(dialog).toBeHidden();
  expect(await hasIssued()).toBe(false);
});

test("leaving before the request is sent issues nothing and says so, and after that tells the outcome", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  const hasIssued = async () =>
    (await sandbox.allCards()).some((card) => card.externalCustomerId === customerId);
  const leave = () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Designs" });
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual" });
  await expect(createCardPage.draftSaved).toBeVisible();
  const releaseSave = await delayActions(page);
  // Next runs one after the other: a save that begins after the navigation would hold it up.
  const isSaveSent = page.waitForRequest((request) => request.headers()["next-action"] !== undefined);
  await createCardPage.issue.click();
  await isSaveSent;
  await expect(createCardPage.issue).toHaveAttribute("aria-busy", "true");
  await leave().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Designs");
  await releaseSave();
  await expect(page.getByText("The card wasn’t issued", { exact: true })).toBeVisible();
  expect(await hasIssued()).toBe(false);

  await page.goBack();
  await createCardPage.waitForStep("Review");
  const isIssueSent = page.waitForRequest(isIssueRequest);
  const response = await holdIssueResponse(page);
  await createCardPage.issue.click();
  await isIssueSent;
  await leave().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Designs");
  response.release();
  await expect(page.getByText("Card issued", { exact: true })).toBeVisible();
  expect(await hasIssued()).toBe(true);
});

test("says that a customer ID couldn't be checked, and can check it again", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  await intercept(page, CUSTOMER_CHECK, (route) => route.abort("connectionfailed"));
  const { dialog, hasIssued } = await reviewWithForeignId(page, createCardPage, sandbox);
  await createCardPage.issue.click();
  await expect(dialog).toContainText("We couldn’t check who customer ID");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page);
  await page.unroute(CUSTOMER_CHECK);
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog).toContainText("belongs to Northwind Traders");
  await expect(dialog.getByRole("button", { name: "Check again" })).toHaveCount(0);
  expect(await hasIssued()).toBe(false);
  await dialog.getByRole("button", { name: "Issue anyway" }).click();
  await expect(createCardPage.issued).toBeVisible();
});

test("checking a customer ID again doesn't issue the card", async ({ page, createCardPage }) => {
  const dialog = page.getByRole("dialog", { name: "Issue this card?" });
  await intercept(page, CUSTOMER_CHECK, (route) => route.abort("connectionfailed"));
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId: newCustomerId() }, { type: "virtual" });
  await createCardPage.issue.click();
  await page.unroute(CUSTOMER_CHECK);
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog).toContainText("Customer ID checked");
  await dialog.getByRole("button", { name: "Issue card" }).click();
  await expect(createCardPage.issued).toBeVisible();
});

test("a card submitted offline is not issued automatically when the network is back", async ({
  page,
  context,
  createCardPage,
  sandbox,
}) => {
  await intercept(page, CUSTOMER_CHECK, (route) => route.abort("connectionfailed"));
  const { dialog, hasIssued } = await reviewWithForeignId(page, createCardPage, sandbox);
  // Opens the dialog once so that its code is loaded.
  await createCardPage.issue.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.unroute(CUSTOMER_CHECK);
  await context.setOffline(true);
  await createCardPage.issue.click();
  await expect(dialog).toContainText("We couldn’t check who customer ID");
  await context.setOffline(false);
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog).toContainText("belongs to Northwind Traders");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await hasIssued()).toBe(false);
});

test("confirms a customer's own ID without asking", async ({ page, createCardPage, sandbox }) => {
  const customerId = newCustomerId();
  await sandbox.issueCard({ customerId, holder: "Ada Lovelace", name: "Fuel" });
  await waitForCustomer(page, customerId);
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await createCardPage.field("Customer ID").fill(customerId);
  await expect(createCardPage.form.getByText("Ada Lovelace has 1 card under this ID")).toBeVisible();
  await createCardPage.fillContact(customerId);
  await createCardPage.fillCard({ type: "virtual" });
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
});

test("warns that a card without a spend limit can't pay, and issues it only if confirmed", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  const createdCards = async () =>
    (await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId);
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "business" });
  await createCardPage.fillBusiness();
  await createCardPage.fillContact(customerId);
  await expect(createCardPage.form.getByText(/If empty, the card opens with 0.00/)).toBeVisible();
  await createCardPage.fillCard({ type: "virtual", spendLimit: "" });
  await expect(page.getByText("None set")).toHaveCount(0);
  await expect(page.getByRole("definition").filter({ hasText: /^0\.00/ })).toBeVisible();
  await expect(createCardPage.form.getByText("No available credit")).toBeVisible();

  await createCardPage.issue.click();
  const dialog = page.getByRole("dialog", { name: "Issue this card?" });
  await expect(dialog).toContainText("declines every purchase");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await createdCards()).toEqual([]);
  await page.getByRole("button", { name: "Set a spend limit" }).click();
  await expect(createCardPage.field(/^Spend limit/)).toBeFocused();
  await createCardPage.field(/^Spend limit/).fill("0.00");
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("Review");
  await createCardPage.issue.click();
  await dialog.getByRole("button", { name: "Issue anyway" }).click();
  await expect(createCardPage.issued).toBeVisible();
  await expect(page.getByText(/opens with 0.00 available and declines every purchase/)).toBeVisible();
  const [card] = await createdCards();
  expect(await sandbox.authorize(card?.id ?? "", 1)).toMatchObject({ approved: false, code: "R2" });
});

test("a first physical card says that nothing ships yet, and links to the order", async ({
  page,
  createCardPage,
  cardPage,
}) => {
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId: newCustomerId() }, { type: "physical" });
  const shipping = page.getByRole("term").filter({ hasText: /^Shipping$/ });
  await expect(shipping.locator("xpath=following-sibling::dd")).toHaveText(
    /^Nothing ships when you issue the card/,
  );
  await createCardPage.issue.click();
  await expect(page.getByText(/No physical card has been ordered/)).toBeVisible();
  await page.getByRole("link", { name: "Order physical card" }).click();
  await cardPage.choose("First shipment");
  await expect(cardPage.dialog.getByRole("radio", { name: /^Identical card/ })).toBeChecked();
  await cardPage.next();
  await expect(cardPage.dialog.getByLabel("Address line 1")).toBeVisible();
});

test("a virtual card offers no shipping", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId: newCustomerId() }, { type: "virtual" });
  await expect(page.getByRole("term").filter({ hasText: /^Shipping$/ })).toHaveCount(0);
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
  await expect(page.getByRole("link", { name: "Order physical card" })).toHaveCount(0);
});

test("a card looks the same in the wizard, on its page and on the customer page", async ({
  page,
  createCardPage,
  customerPage,
}) => {
  const customerId = newCustomerId();
  const printed = (within: string) => page.locator(`${within} svg text`).allTextContents();
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "consumer", customerId }, { type: "virtual", name: "Fleet 12" });
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
  const inWizard = await printed("figure");
  expect(inWizard).toContain("FLEET 12");
  await page.getByRole("link", { name: "View card" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Fleet 12");
  expect(await printed("main")).toEqual(inWizard);
  await waitForCustomer(page, customerId);
  await customerPage.open(customerId);
  await expect(customerPage.cards).toHaveCount(1);
  expect(await printed("ul[aria-label=Cards]")).toEqual(inWizard);
});
