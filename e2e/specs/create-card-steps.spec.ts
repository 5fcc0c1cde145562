import { randomUUID } from "node:crypto";
import { Keyboard } from "@/e2e/fixtures/keyboard";
import { expect, test } from "@/e2e/fixtures/test";

const newCustomer = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ enter }) => enter("manager"));

test("a resumed draft stays on its step until the person continues", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.fillWho({ kind: "consumer" });
  await createCardPage.fillConsumer();
  await createCardPage.field("Customer id").fill(newCustomer());
  await createCardPage.choose("Dial code", "Search countries or codes", "+44");
  await createCardPage.back.click();
  await createCardPage.field("City or district").fill("");
  await expect(createCardPage.kept).toBeVisible();

  await createCardPage.open();
  await page.getByRole("link", { name: "Continue it" }).click();
  await createCardPage.expectStep("KYC");
  await createCardPage.field("City or district").pressSequentially("London");
  await expect(createCardPage.field("City or district")).toHaveValue("London");
  await expect(createCardPage.field("City or district")).toBeFocused();
  await page.keyboard.press("Enter");

  // The next step with something missing, and not yet the review that the link asked for.
  await createCardPage.expectStep("Contact");
  await createCardPage.field("Phone number").pressSequentially("7911123456");
  await expect(createCardPage.field("Phone number")).toHaveValue("7911123456");
  await expect(createCardPage.field("Phone number")).toBeFocused();
  await page.reload();
  await createCardPage.expectStep("Contact");
  await expect(createCardPage.field("Phone number")).toHaveValue("7911123456");
});

test("a refused issue leads to the field, and one key back to the review", async ({
  page,
  createCardPage,
}) => {
  await createCardPage.open();
  await createCardPage.fillAll(
    { kind: "consumer", customerId: newCustomer(), applicantId: "applicant-unverified-1" },
    { type: "virtual" },
  );
  await createCardPage.issue.click();
  await expect(createCardPage.field("KYC applicant id")).toBeFocused();
  await createCardPage.field("KYC applicant id").fill("applicant-fine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "A last look" })).toBeFocused();

  await page.getByRole("link", { name: "Edit KYC" }).click();
  await createCardPage.field("City or district").fill("Leeds");
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(page.getByRole("heading", { name: "A last look" })).toBeFocused();

  // Another kind of customer needs other answers: those come first.
  await page.getByRole("link", { name: "Edit Who" }).click();
  await page.getByRole("radio", { name: /^Business/ }).check();
  await createCardPage.onwards.click();
  await createCardPage.expectStep("KYC");
  await page.getByRole("link", { name: /Who/ }).click();
  await page.getByRole("radio", { name: /^Consumer/ }).check();
  await createCardPage.onwards.click();
  await createCardPage.expectStep("Review");
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
});

test("a phone number and an amount are understood as they are pasted", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.fillWho({ kind: "consumer" });
  await createCardPage.fillConsumerFields();
  await createCardPage.choose("Country", "Search countries", "France");
  await createCardPage.onwards.click();
  await createCardPage.field("Customer id").fill(newCustomer());
  const dialCode = createCardPage.form.getByRole("combobox", { name: "Dial code" });
  await expect(dialCode).toContainText("+33");
  const phone = createCardPage.field("Phone number");
  await phone.pressSequentially("+44 7911 123456");
  await page.keyboard.press("Enter");
  await createCardPage.expectStep("Card");
  await createCardPage.back.click();
  await expect(phone).toHaveValue("7911 123456");
  await expect(dialCode).toContainText("+44");

  await phone.fill("");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("0033 6 12 34 56 78"));
  await phone.press("ControlOrMeta+v");
  await expect(phone).toHaveValue("6 12 34 56 78");
  await expect(dialCode).toContainText("+33");
  await createCardPage.onwards.click();

  await page.getByRole("radio", { name: /^Virtual/ }).check();
  await createCardPage.field("Name on card").fill("Travel");
  await createCardPage.field(/^Spend limit/).fill("1,250.50");
  await page.keyboard.press("Enter");
  await createCardPage.expectStep("Review");
  await page.getByText("The exact request").click();
  const request = JSON.parse((await page.locator("pre").textContent()) ?? "");
  expect(request).toMatchObject({
    spendLimit: 1250.5,
    meta: { otpPhoneNumber: { dialCode: 33, phoneNumber: "6 12 34 56 78" } },
  });
});

test("the country that was typed is the one that Enter takes", async ({ page, createCardPage }) => {
  const keys = new Keyboard(page);
  await createCardPage.open();
  await createCardPage.fillWho({ kind: "consumer" });
  const country = createCardPage.form.getByRole("combobox", { name: "Country" });
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

test("letters typed on an unanswered choice are no shortcuts", async ({ page, createCardPage }) => {
  await createCardPage.open();
  await createCardPage.field("KYC applicant id").fill("applicant-1815");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: /^Consumer/ })).toBeFocused();
  await page.keyboard.type("gd?");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(createCardPage.field("First name")).toBeFocused();
});
