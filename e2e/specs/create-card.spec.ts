import { randomUUID } from "node:crypto";
import { Keyboard } from "@/e2e/fixtures/keyboard";
import { expect, test } from "@/e2e/fixtures/test";

const newCustomerId = () => `cust_${randomUUID()}`;

test.beforeEach(async ({ signInAs }) => signInAs("manager"));

for (const kind of ["consumer", "business"] as const) {
  for (const type of ["virtual", "physical"] as const) {
    test(`issues a ${type} card to a ${kind}, and shows the API request`, {
      tag: kind === "consumer" && type === "physical" ? [] : "@full",
    }, async ({ page, createCardPage, sandbox }) => {
      const customerId = newCustomerId();
      await createCardPage.open();
      await createCardPage.fillAll({ kind, customerId }, { type });
      await page.getByText("API request").click();
      const request = JSON.parse((await page.locator("pre").textContent()) ?? "");
      expect(request).toMatchObject({ cardType: type, spendLimit: 250.5, meta: { id: customerId } });
      await createCardPage.issue.click();
      await expect(createCardPage.issued).toBeFocused();
      const cards = (await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId);
      expect(cards).toMatchObject([{ cardType: type, cardName: "Travel", status: "ACTIVE" }]);
      await page.getByRole("link", { name: "View card" }).click();
      await expect(page).toHaveURL(`/cards/${cards[0]?.id}`);
    });
  }
}

for (const kind of ["consumer", "business"] as const) {
  for (const type of ["virtual", "physical"] as const) {
    test(`issues a ${type} card to a ${kind} with the keyboard only`, {
      tag: kind === "business" && type === "virtual" ? [] : "@full",
    }, async ({ page, createCardPage, sandbox }) => {
      const keys = new Keyboard(page);
      const customerId = newCustomerId();
      const { form } = createCardPage;
      const radio = (name: RegExp) => form.getByRole("radio", { name });
      const typeInto = (field: string, text: string) => keys.type(createCardPage.field(field), text);
      await createCardPage.open();
      await keys.choose(radio(kind === "consumer" ? /^Consumer/ : /^Business/));
      await typeInto("KYC applicant ID", "applicant-keys");
      await page.keyboard.press("Enter");

      if (kind === "consumer") {
        await expect(createCardPage.field("First name")).toBeFocused();
        await typeInto("First name", "Grace");
        await typeInto("Last name", "Hopper");
        await typeInto("Date of birth", "12091986");
        await typeInto("Document type", "passport");
        await typeInto("Document number", "US-1906");
      } else {
        await expect(createCardPage.field("Legal name")).toBeFocused();
        await typeInto("Legal name", "Grace Hopper");
        await keys.choose(radio(/^Company/));
        await typeInto("Registration number", "HRB 1906");
      }
      await typeInto("Address line 1", "1 Navy Yard");
      await keys.press(form.getByRole("button", { name: "Use “none”" }));
      await typeInto("City or district", "Arlington");
      await keys.pick(
        form.getByRole("combobox", { name: "Country", exact: true }),
        "United States of America",
      );
      await keys.press(createCardPage.continueButton);

      await expect(createCardPage.field("Customer ID")).toBeFocused();
      await typeInto("Customer ID", customerId);
      // Preselected from the country.
      await expect(form.getByRole("combobox", { name: "Country code" })).toContainText("+1");
      await typeInto("Phone number", "202-555-0143");
      await page.keyboard.press("Enter");

      await createCardPage.waitForStep("Card");
      await keys.choose(radio(type === "virtual" ? /^Virtual/ : /^Physical/));
      await typeInto("Name on card", "Grace’s compiler");
      await keys.type(createCardPage.field(/^Spend limit/), "100");
      await page.keyboard.press("Enter");

      await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();
      // Enter on the heading does nothing; only the button issues the card.
      await page.keyboard.press("Enter");
      await keys.press(createCardPage.issue);
      await expect(createCardPage.issued).toBeFocused();
      const created = (await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId);
      expect(created).toMatchObject([
        { cardName: "Grace’s compiler", cardholderName: "Grace Hopper", cardType: type },
      ]);
    });
  }
}

test("shows each error at its field and focuses the first invalid one", async ({ page, createCardPage }) => {
  const expectError = (text: string | RegExp) =>
    expect(createCardPage.form.getByText(text).first()).toBeVisible();
  await createCardPage.open();
  await createCardPage.continueButton.click();
  await expectError("Choose a customer type.");
  await expectError("Must not be empty.");
  await expect(page.getByRole("radio", { name: /^Consumer/ })).toBeFocused();
  await createCardPage.fillCustomer({ kind: "consumer" });

  await createCardPage.field("First name").fill("a".repeat(21));
  await createCardPage.field("Date of birth").fill("2999-01-01");
  await createCardPage.continueButton.click();
  await expect(createCardPage.field("First name")).toBeFocused();
  await expectError("Must be at most 20 characters.");
  await expectError("Must be in the past.");
  await expectError("Choose a country.");
  await createCardPage.fillConsumer();

  await createCardPage.field("Customer ID").fill("cust");
  await createCardPage.field("Phone number").fill("12a");
  await createCardPage.field(/^Email/).fill("nobody");
  await createCardPage.continueButton.click();
  await expectError(/digits only/);
  await expectError("Must be an email address.");
  await createCardPage.field(/^Email/).fill("");
  await createCardPage.fillContact("cust_rules");

  const name = createCardPage.field("Name on card");
  await name.fill("Ada? ");
  await expectError("Must not contain ? (question mark).");
  await name.fill("a".repeat(28));
  await expectError("28/27");
  await createCardPage.field(/^Spend limit/).fill("-1");
  await createCardPage.field(/^Expiry date/).fill("2020-01-01");
  await createCardPage.continueButton.click();
  await expectError("Choose virtual or physical. The type can’t be changed later.");
  await expectError("Must be at most 27 characters.");
  await expectError("Must be at least 0.");
  await expectError(/^Must be at least 1 month from today/);
  await createCardPage.waitForStep("Card");
});

test("keeps the draft after a reload, Back, Forward and an expired session", async ({
  page,
  createCardPage,
  signInAs,
}) => {
  const customerId = newCustomerId();
  await createCardPage.open();
  await createCardPage.field("KYC applicant ID").fill("applicant-reload");
  await page.getByRole("radio", { name: /^Consumer/ }).check();
  await expect(createCardPage.draftSaved).toBeVisible();
  await page.reload();
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("applicant-reload");
  await expect(page.getByRole("radio", { name: /^Consumer/ })).toBeChecked();
  await createCardPage.continueButton.click();
  await createCardPage.fillConsumer();
  await page.reload();
  await createCardPage.waitForStep("Contact");
  await createCardPage.back.click();
  await expect(createCardPage.field("Address line 2")).toHaveValue("none");
  await page.goBack();
  await createCardPage.waitForStep("Contact");
  await page.goForward();
  await createCardPage.waitForStep("KYC");
  await createCardPage.step("Contact").click();
  await createCardPage.fillContact(customerId);
  await createCardPage.fillCard({ type: "virtual" });
  await page.reload();
  await createCardPage.waitForStep("Review");
  await expect(page.getByText(customerId, { exact: true })).toBeVisible();

  // The URL contains only the draft's ID.
  expect(page.url()).toMatch(/\/cards\/new\?draft=[0-9a-f-]{36}&step=review$/);
  const draftUrl = page.url();
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=/);
  const next = new URL(page.url()).searchParams.get("next") ?? "";
  await signInAs("manager");
  await page.goto(next);
  expect(page.url()).toBe(draftUrl);
  await createCardPage.waitForStep("Review");
  await expect(page.getByText(customerId, { exact: true })).toBeVisible();

  // A new card starts empty and offers the draft.
  await createCardPage.open();
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("");
  await page.getByRole("link", { name: "Continue the draft for Ada Lovelace" }).first().click();
  await createCardPage.waitForStep("Review");
  await createCardPage.open();
  const draftItem = page.getByRole("list", { name: "Your drafts" }).getByRole("listitem").filter({
    hasText: customerId,
  });
  await draftItem.getByRole("button", { name: "Discard the draft for Ada Lovelace" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(draftItem).toBeVisible();
  await draftItem.getByRole("button", { name: "Discard the draft for Ada Lovelace" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  // An open dialog hides the list from assistive technology, and so from the locator.
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(draftItem).toHaveCount(0);
  await page.goto(draftUrl);
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("");
});

test("a design that is out of stock is shown but can't be submitted", async ({ page, createCardPage }) => {
  await createCardPage.open("?design=dsg_tide");
  await createCardPage.fillCustomer({ kind: "business" });
  await createCardPage.fillBusiness();
  await createCardPage.fillContact(newCustomerId());
  await expect(page.getByRole("radio", { name: /^Tide/ })).toBeDisabled();
  await page.getByRole("radio", { name: /^Virtual/ }).check();
  await createCardPage.field("Name on card").fill("Travel");
  await createCardPage.continueButton.click();
  await expect(page.getByText("Tide is out of stock: choose another design.")).toBeVisible();
  await page.getByRole("radio", { name: /^Ember/ }).check();
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("Review");
  await expect(page.getByRole("definition").filter({ hasText: /^Ember$/ })).toBeVisible();
});

test("warns about a card that the customer already has, and issues it if confirmed", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  const first = await sandbox.issueCard({ customerId, name: "Travel", type: "virtual" });
  await page.goto(`/customers/${customerId}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "Issue another card" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole("link", { name: "Issue another card" }).click();
  await expect(page.getByText("Issuing to an existing customer")).toBeVisible();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await expect(createCardPage.field("First name")).toHaveValue("Ada");
  await createCardPage.fillConsumer();
  await expect(createCardPage.field("Customer ID")).toHaveValue(customerId);
  await createCardPage.fillContact(customerId);
  await createCardPage.fillCard({ type: "virtual", name: "travel" });
  await expect(page.getByText("This customer already has a card like this")).toBeVisible();
  await expect(page.getByText(`ending in ${first.lastFour}`)).toBeVisible();
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();

  // For the same person the phone number is prefilled.
  await page.getByRole("button", { name: "Issue another for this customer" }).click();
  await createCardPage.waitForStep("Contact");
  await expect(createCardPage.field("Phone number")).toBeFocused();
  await expect(createCardPage.field("Phone number")).toHaveValue("7400 123456");
  await createCardPage.continueButton.click();
  await createCardPage.waitForStep("Card");
  await expect(createCardPage.field("Name on card")).toHaveValue("");
  await createCardPage.fillCard({ type: "physical", name: "Fuel" });
  await createCardPage.issue.click();
  await expect(createCardPage.issued).toBeVisible();
  const created = (await sandbox.allCards()).filter((card) => card.externalCustomerId === customerId);
  expect(created.map(({ cardName }) => cardName).sort()).toEqual(["Fuel", "Travel", "travel"]);

  await page.getByRole("button", { name: "Issue another like this" }).click();
  await createCardPage.waitForStep("Customer");
  await expect(createCardPage.field("KYC applicant ID")).toHaveValue("");
});

test("the preview shows the default design", async ({ page, createCardPage, sandbox }) => {
  const { cardDesigns } = await sandbox.designs();
  const defaultDesign = cardDesigns.find((design) => design.default);
  await createCardPage.open();
  await expect(page.getByRole("figure").locator("text").first()).toHaveText(defaultDesign?.name ?? "");
});

test("finds an existing customer in the index and prefills the form", async ({
  page,
  createCardPage,
  sandbox,
}) => {
  const customerId = newCustomerId();
  await sandbox.issueCard({ customerId, holder: "Melusine Thackray" });
  await createCardPage.open();
  const box = createCardPage.field(/^Existing customer/);
  await expect(async () => {
    await box.fill("");
    await box.fill("thackray");
    await expect(page.getByRole("list", { name: "Matching customers" })).toContainText(customerId, {
      timeout: 1_000,
    });
  }).toPass();
  await box.press("Enter");
  await expect(page.getByText("Issuing to an existing customer")).toBeVisible();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await expect(createCardPage.field("Last name")).toHaveValue("Thackray");
});

test("all links to the wizard work, and are hidden from roles that can't issue cards", async ({
  page,
  sandbox,
  palette,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Ada Lovelace", name: "Fleet 12", type: "physical" });
  await sandbox.blockCard(card.id, "lost");
  await page.goto("/cards");
  await page.getByRole("link", { name: "Issue card" }).click();
  await expect(page.getByRole("heading", { name: "Issue a card" })).toBeVisible();
  await page.goto(`/cards/${card.id}`);
  await page.getByRole("link", { name: "Issue a replacement" }).click();
  await expect(page).toHaveURL(new RegExp(`like=${card.id}`));
  await palette.open();
  await palette.find("issue a card", "Issue a card");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/cards\/new\?draft=/);

  await signInAs("support");
  await page.goto("/cards");
  await expect(page.getByRole("table", { name: "Cards" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Issue card" })).toHaveCount(0);
  await page.goto(`/cards/${card.id}`);
  await expect(page.getByRole("link", { name: "Issue a replacement" })).toHaveCount(0);
});
