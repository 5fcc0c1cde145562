import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { holdIssueResponse, isIssueRequest } from "@/e2e/fixtures/issue-request";
import { Keyboard } from "@/e2e/fixtures/keyboard";
import { delayActions, delayScripts } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import type { CreateCardPage } from "@/e2e/pages/create-card-page";
import { Shell } from "@/e2e/pages/shell";

const newCustomerId = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

test("a resumed draft stays on its step until the person continues", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await createCardPage.field("Customer ID").fill(newCustomerId());
  await createCardPage.choose("Country code", "Search countries or codes", "+44");
  await createCardPage.back.click();
  await createCardPage.field("City or district").fill("");
  await expect(createCardPage.draftSaved).toBeVisible();

  await createCardPage.open();
  await page
    .getByRole("link", { name: /^Continue the draft for/ })
    .first()
    .click();
  await createCardPage.waitForStep("KYC");
  await createCardPage.field("City or district").pressSequentially("London");
  await expect(createCardPage.field("City or district")).toHaveValue("London");
  await expect(createCardPage.field("City or district")).toBeFocused();
  await expect(createCardPage.continueButton).toBeEnabled();
  await page.keyboard.press("Enter");

  // The next incomplete step, not the review that the link pointed to.
  await createCardPage.waitForStep("Contact");
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes("7911123456")),
  );
  await createCardPage.field("Phone number").pressSequentially("7911123456");
  await expect(createCardPage.field("Phone number")).toHaveValue("7911123456");
  await expect(createCardPage.field("Phone number")).toBeFocused();
  await saved;
  await page.reload();
  await createCardPage.waitForStep("Contact");
  await expect(createCardPage.field("Phone number")).toHaveValue("7911123456");
});

test("keeps what is typed right before a reload", async ({ page, createCardPage }) => {
  await createCardPage.open();
  const applicant = createCardPage.field("KYC applicant ID");
  for (const text of ["a", "app", "appli", "applicant", "applicant-1"]) {
    await expect(page.getByText("Connected", { exact: true })).toBeAttached();
    await applicant.fill(text);
    await page.reload();
    await expect(applicant).toHaveValue(text);
  }
});

test("asks before a reload that would lose what is typed during a save", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await typeDuringSave(page, createCardPage);
  const countQuestions = acceptQuestions(page);
  await page.reload();
  expect(countQuestions()).toBe(1);
});

test("leaves without a question once the session has ended", async ({ page, context, createCardPage }) => {
  await createCardPage.open();
  await typeDuringSave(page, createCardPage);
  const countQuestions = acceptQuestions(page);
  const otherTab = await context.newPage();
  await otherTab.goto("/designs");
  await new Shell(otherTab).signOut();
  await expect(page).toHaveURL(/\/login\?/);
  expect(countQuestions()).toBe(0);
});

/** Accepts the browser's questions before it leaves the page, and counts them. */
function acceptQuestions(page: Page): () => number {
  let questions = 0;
  page.on("dialog", async (dialog) => {
    questions += 1;
    await dialog.accept();
  });
  return () => questions;
}

/** Types once before and once during a save, which never ends. */
async function typeDuringSave(page: Page, createCardPage: CreateCardPage): Promise<void> {
  await delayActions(page);
  const saving = page.waitForRequest((request) => Boolean(request.postData()?.includes("first")));
  const applicant = createCardPage.field("KYC applicant ID");
  await applicant.pressSequentially("first");
  await saving;
  await applicant.pressSequentially(", second");
}

test("keeps what is typed before hydration", async ({ page, createCardPage }) => {
  const scripts = await delayScripts(page);
  await page.goto("/cards/new", { waitUntil: "commit" });
  const applicant = createCardPage.field("KYC applicant ID");
  await applicant.pressSequentially("applicant");
  await scripts.release();
  await expect(page).toHaveURL(/draft=/);
  await page.keyboard.type("-1815");
  await expect(applicant).toHaveValue("applicant-1815");
  await createCardPage.form.getByRole("radio", { name: /^Consumer/ }).check();
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("KYC");
});

test("a rejected card focuses the field, and Enter returns to the review", async ({
  page,
  createCardPage,
}) => {
  await createCardPage.open();
  await createCardPage.fillAll(
    { kind: "consumer", customerId: newCustomerId(), applicantId: "applicant-unverified-1" },
    { type: "virtual" },
  );
  await createCardPage.issue.click();
  await expect(createCardPage.field("KYC applicant ID")).toBeFocused();
  await createCardPage.field("KYC applicant ID").fill("applicant-fine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();

  await page.getByRole("link", { name: "Edit KYC" }).click();
  await createCardPage.field("City or district").fill("Leeds");
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();

  // Another customer type has other required fields, which come first.
  await page.getByRole("link", { name: "Edit Customer" }).click();
  await page.getByRole("radio", { name: /^Business/ }).check();
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("KYC");
  await createCardPage.step("Customer").click();
  await page.getByRole("radio", { name: /^Consumer/ }).check();
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("Review");
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
});

test("an edit made while the issuer rejects the request is part of the next attempt", async ({
  page,
  createCardPage,
}) => {
  await createCardPage.open();
  await createCardPage.fillAll(
    { kind: "consumer", customerId: newCustomerId(), applicantId: "applicant-unverified-1" },
    { type: "virtual" },
  );
  const response = await holdIssueResponse(page);
  const isSent = page.waitForRequest(isIssueRequest);
  await createCardPage.issue.click();
  await isSent;
  await createCardPage.step("Customer").click();
  await createCardPage.field("KYC applicant ID").fill("applicant-fine");
  response.release();
  await expect(createCardPage.alert).toContainText("The issuer rejected the request");
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("Review");
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
});

test("parses pasted phone numbers and amounts", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await createCardPage.field("Customer ID").fill(newCustomerId());
  const dialCode = createCardPage.form.getByRole("combobox", { name: "Country code" });
  await expect(dialCode).toContainText("+44");
  const phone = createCardPage.field("Phone number");
  await phone.pressSequentially("+33 6 12 34 56 78");
  await page.keyboard.press("Enter");
  await createCardPage.waitForStep("Card");
  await createCardPage.back.click();
  await expect(phone).toHaveValue("6 12 34 56 78");
  await expect(dialCode).toContainText("+33");
  await phone.fill("06 12 34 56 79");
  await phone.blur();
  await expect(phone).toHaveValue("6 12 34 56 79");
  await expect(phone).toHaveAccessibleDescription(/^Removed the leading 0/);

  await phone.fill("");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("0044 7911 123456"));
  await phone.press("ControlOrMeta+v");
  await expect(phone).toHaveValue("7911 123456");
  await expect(dialCode).toContainText("+44");
  await createCardPage.continueButton.click();

  await page.getByRole("radio", { name: /^Virtual/ }).check();
  await createCardPage.field("Name on card").fill("Travel");
  await createCardPage.field(/^Spend limit/).fill("1.500");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter 1500 or 1.50.")).toBeVisible();
  await createCardPage.field(/^Spend limit/).fill("1,250.50");
  await page.keyboard.press("Enter");
  await createCardPage.waitForStep("Review");
  // The currency is known once the index has a card.
  await expect(page.getByText(/^(USD 1,250\.50|1,250\.50 in the card’s currency)$/)).toBeVisible();
  await page.getByText("API request").click();
  const request = JSON.parse((await page.locator("pre").textContent()) ?? "");
  expect(request).toMatchObject({
    spendLimit: 1250.5,
    meta: { otpPhoneNumber: { dialCode: 44, phoneNumber: "7911 123456" } },
  });
});

test("Enter picks the country that was typed", async ({ page, createCardPage }) => {
  const keys = new Keyboard(page);
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  const country = createCardPage.form.getByRole("combobox", { name: "Country", exact: true });
  for (const [typed, name] of [
    ["United States", "United States of America USA"],
    ["niger", "Niger NER"],
    ["ind", "India IND"],
  ] as const) {
    await keys.press(country);
    await expect(page.getByRole("combobox", { name: "Search countries" })).toBeFocused();
    await page.keyboard.type(typed);
    await expect(page.getByRole("option").first()).toHaveText(name.replace(/ (?=[A-Z]{3}$)/, ""));
    await page.keyboard.press("Enter");
    await expect(country).toHaveText(name);
  }
});

test("letters typed on an unselected radio group are not shortcuts", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.field("KYC applicant ID").fill("applicant-1815");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: /^Consumer/ })).toBeFocused();
  await page.keyboard.type("gd?");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(createCardPage.field("First name")).toBeFocused();
});

test("another card for a company reuses the company's data but asks for the contact person", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  const phone = createCardPage.field("Phone number");
  const expectEmptyContact = async () => {
    await createCardPage.waitForStep("Contact");
    await expect(phone).toBeFocused();
    await expect(phone).toHaveValue("");
    await expect(createCardPage.field(/^Email/)).toHaveValue("");
    await expect(createCardPage.field("Customer ID")).toHaveValue(customerId);
  };
  await createCardPage.open();
  await createCardPage.fillAll({ kind: "business", customerId }, { type: "physical", name: "Fleet 1" });
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();

  await page.getByRole("button", { name: "Issue another for this customer" }).click();
  await expectEmptyContact();
  await page.keyboard.type("7911 123456");
  await page.keyboard.press("Enter");
  await createCardPage.fillCard({ type: "virtual", name: "Fleet 2" });
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();

  await page.goto(`/customers/${customerId}`);
  await page.getByRole("link", { name: "Issue another card" }).click();
  await expectEmptyContact();
  await expect(createCardPage.step("KYC")).toContainText("complete");

  const stolen = (await sandbox.allCards()).find(
    (card) => card.externalCustomerId === customerId && card.cardName === "Fleet 1",
  );
  await sandbox.blockCard(stolen?.id ?? "", "stolen");
  await page.goto(`/cards/${stolen?.id}`);
  await page.getByRole("link", { name: "Issue a replacement" }).click();
  await expectEmptyContact();
  await page.keyboard.type("7911 123456");
  await page.keyboard.press("Enter");
  await createCardPage.waitForStep("Card");
  await expect(page.getByRole("radio", { name: /^Physical/ })).toBeChecked();
  await expect(createCardPage.field("Name on card")).toHaveValue("Fleet 1");
});

test("an abandoned draft doesn't prefill the next card", async ({ page, createCardPage }) => {
  const issueCard = page.getByRole("link", { name: "Issue card" });
  await page.goto("/cards");
  await issueCard.click();
  await expect(page).toHaveURL(/draft=/);
  await createCardPage.field("KYC applicant ID").fill("applicant-of-the-first");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Cards" }).click();
  await issueCard.click();
  await expect(page).toHaveURL(/draft=/);
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("");
});
