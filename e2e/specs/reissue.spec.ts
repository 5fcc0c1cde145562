import { randomUUID } from "node:crypto";
import type { Sandbox } from "@/e2e/fixtures/sandbox";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";
import type { Card } from "@/lib/contract/card";
import { addMonths, toIsoDate } from "@/lib/domain/calendar";
import { RENEW_OPTIONS, RENEWAL_OPTIONS, type RenewOption } from "@/lib/domain/renewal";

const NAMES = {
  IDENTICAL_TO_THE_CURRENT_CARD: /^Identical card/,
  CALCULATE_NEW_EXPIRY_DATE: /^Same number, new expiry/,
  NEW_CARD_NUMBER_WITH_SAME_EXPIRY_DATE: /^New number, same expiry/,
  NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE: /^New number, new expiry/,
  SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: /^Same number, custom expiry/,
  NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY: /^New number, custom expiry/,
} as const satisfies Record<RenewOption, RegExp>;

test.afterEach(({ sandbox }) => sandbox.clearFaults());

async function chooseOption(cardPage: CardPage, option: RenewOption): Promise<void> {
  await cardPage.choose("Damaged");
  await cardPage.choose(NAMES[option]);
  if (RENEWAL_OPTIONS[option].expiry === "custom") {
    await cardPage.dialog.getByLabel("Expiry date").fill(addMonths(toIsoDate(new Date()), 14));
  }
}

/** What the issuer now has, against what the option promised. */
async function expectCarriedOut(sandbox: Sandbox, before: Card, option: RenewOption): Promise<void> {
  const { cardNumber, oldCardWorks } = RENEWAL_OPTIONS[option];
  const after = await sandbox.getCard(before.id);
  expect(after.lastFour !== before.lastFour).toBe(cardNumber === "new");
  expect(after).toMatchObject({ status: "ACTIVE", availableCredit: 1_000 });
  expect(await sandbox.authorize(before.id, 10, { credentialsVersion: 1 })).toMatchObject(
    oldCardWorks ? { approved: true } : { approved: false, code: "R4" },
  );
}

test.describe("a virtual card", () => {
  for (const option of RENEW_OPTIONS) {
    test(`is reissued as ${option}`, async ({ sandbox, enter, cardPage, page }) => {
      const card = await sandbox.issueCard();
      await enter("manager");
      await cardPage.open(card.id, "?reissue");
      await chooseOption(cardPage, option);
      await cardPage.next();
      await expect(cardPage.dialog).toContainText("Step 2 of 2: Review");
      await expect(cardPage.dialog).toContainText(
        RENEWAL_OPTIONS[option].oldCardWorks ? "keeps working" : "stops working immediately",
      );
      await cardPage.button("Reissue card").click();
      await expect(cardPage.dialog.getByText("Confirmed by the issuer at")).toBeVisible();
      await expectCarriedOut(sandbox, card, option);
      const { lastFour } = await sandbox.getCard(card.id);
      await cardPage.button("Done").click();
      await expect(cardPage.dialog).toBeHidden();
      await expect(cardPage.heading).toHaveText(`Travel •• ${lastFour}`);
      await expect(cardPage.event(/^Reissued by/)).toContainText("Reason: damaged");
      await expect(page).toHaveURL(new RegExp(`/cards/${card.id}$`));
    });
  }
});

test.describe("a physical card", () => {
  for (const option of RENEW_OPTIONS) {
    test(`is reissued as ${option} and shipped`, async ({ sandbox, enter, cardPage }) => {
      const card = await sandbox.issueCard({ type: "physical", holder: "Grace Brewster Hopper" });
      await enter("admin");
      await cardPage.open(card.id, "?reissue");
      await chooseOption(cardPage, option);
      await cardPage.next();
      await expect(cardPage.dialog.getByRole("radio", { name: /^Midnight/ })).toBeChecked();
      await expect(cardPage.dialog.getByRole("radio", { name: /^Tide.*Out of stock/ })).toBeDisabled();
      await cardPage.choose(/^Ember/);
      await cardPage.fillShipping();
      await expect(cardPage.dialog.getByLabel("First name")).toHaveValue("Grace");
      await expect(cardPage.dialog.getByLabel("Last name")).toHaveValue("Brewster Hopper");
      await expect(cardPage.dialog.getByRole("combobox", { name: "Dial code" })).toContainText("+44");
      await cardPage.next();
      await expect(cardPage.dialog).toContainText("12 St James Square");
      await expect(cardPage.dialog).toContainText("United Kingdom");
      await cardPage.button("Reissue card").click();
      await expect(cardPage.dialog).toContainText("A new physical card is on its way.");
      await expectCarriedOut(sandbox, card, option);
    });
  }
});

test("each reason proposes its option, and warns where the number would stay", async ({
  sandbox,
  enter,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await enter("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.next();
  await expect(cardPage.dialog.getByText("Choose a reason. We’ll suggest an option.")).toBeVisible();
  const proposals = {
    Damaged: NAMES.IDENTICAL_TO_THE_CURRENT_CARD,
    Lost: NAMES.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE,
    Stolen: NAMES.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE,
    Fraud: NAMES.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE,
    Expiring: NAMES.CALCULATE_NEW_EXPIRY_DATE,
  };
  for (const [reason, proposed] of Object.entries(proposals)) {
    await cardPage.choose(reason);
    const option = cardPage.dialog.getByRole("radio", { name: proposed });
    await expect(option).toBeChecked();
    await expect(option).toHaveAccessibleName(/Suggested/);
  }
  await cardPage.choose("Stolen");
  await cardPage.choose(NAMES.CALCULATE_NEW_EXPIRY_DATE);
  await expect(cardPage.dialog.getByText("A new number is safer.")).toBeVisible();
});

test("a chosen expiry is refused at its field, with the earliest date", async ({
  sandbox,
  enter,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await enter("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Expiring");
  await expect(cardPage.dialog.getByLabel("Expiry date")).toHaveCount(0);
  await cardPage.choose(NAMES.SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY);
  await cardPage.next();
  await expect(cardPage.dialog.getByText("Is required by this renewal option.")).toBeVisible();
  await cardPage.dialog.getByLabel("Expiry date").fill("2020-01-31");
  await cardPage.next();
  const refusal = cardPage.dialog.getByText(/^Must be at least 1 month from today: [\d-]{10} or later\.$/);
  await expect(refusal).toBeVisible();
  const earliest = /[\d-]{10}/.exec(await refusal.innerText())?.[0] ?? "";
  await expect(cardPage.dialog.getByLabel("Expiry date")).toBeFocused();

  // The issuer's own calendar has the last word, also at the field.
  await sandbox.advanceClock(86_400 * 40);
  await cardPage.dialog.getByLabel("Expiry date").fill(earliest);
  await cardPage.next();
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog.getByLabel("Expiry date")).toHaveAttribute("aria-invalid", "true");
  await sandbox.setClock(new Date());
});

test("every shipping rule stands at its field, with a way out", async ({ sandbox, enter, cardPage }) => {
  const card = await sandbox.issueCard({ type: "physical" });
  await enter("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Lost");
  await cardPage.next();
  const { dialog } = cardPage;
  await dialog.getByLabel("First name").fill("");
  await cardPage.next();
  await expect(dialog.getByLabel("First name")).toBeFocused();
  await expect(dialog.getByText("Choose a country.")).toBeVisible();
  await expect(dialog.getByText("Choose a dial code.")).toBeVisible();
  await expect(dialog.getByText("Must be an email address.")).toBeVisible();

  await dialog.getByLabel("City").fill("São Paulo");
  await expect(dialog.getByText("Must not contain ã.")).toBeVisible();
  await dialog.getByRole("button", { name: "Use “Sao Paulo”" }).click();
  await expect(dialog.getByLabel("City")).toHaveValue("Sao Paulo");
  await expect(dialog.getByText("Must not contain ã.")).toBeHidden();
  await dialog.getByLabel("Address line 1").fill("Flat 3; 12 St James Square");
  await expect(dialog.getByText("Must not contain ; (semicolon).")).toBeVisible();
  await dialog.getByLabel("Address line 1").fill("x".repeat(51));
  await expect(dialog.getByText("51/50")).toBeVisible();
  await cardPage.next();
  await expect(dialog.getByText("Must be at most 50 characters.")).toBeVisible();
  await dialog.getByLabel("Postal code").fill("SW1Y_4JH");
  await expect(dialog.getByText("Must not contain _ (underscore).")).toBeVisible();
  await dialog.getByLabel("City").fill("A".repeat(21));
  await expect(dialog.getByText("Must be at most 20 characters.")).toBeVisible();

  await dialog.getByLabel("First name").fill("Ada");
  await cardPage.fillShipping();
  await dialog.getByLabel("Phone number").fill("call me");
  await cardPage.next();
  await expect(dialog.getByText(/Must contain digits only/)).toBeVisible();
  await dialog.getByLabel("Phone number").fill("12345");
  await expect(dialog.getByText("This doesn’t look like a valid +44 number.")).toBeVisible();
  await dialog.getByLabel("Phone number").fill("7911 123456");
  await cardPage.next();
  await expect(cardPage.button("Reissue card")).toBeVisible();
});

test("a parcel is addressed to a person: a company's name is not taken for one", async ({
  sandbox,
  enter,
  cardPage,
}) => {
  const card = await sandbox.issueCard({ type: "physical", holder: "Northwind Traders" });
  await enter("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Damaged");
  await cardPage.next();
  await expect(cardPage.dialog.getByLabel("First name")).toHaveValue("");
  await expect(cardPage.dialog.getByLabel("Last name")).toHaveValue("");
  await expect(cardPage.dialog.getByText("Cardholder: Northwind Traders")).toBeVisible();
});

test("a company’s first plastic goes to its registered address, to a person who is still asked for", async ({
  enter,
  createCardPage,
  cardPage,
  page,
}) => {
  await enter("manager");
  await createCardPage.open();
  const customerId = `cust_${randomUUID()}`;
  await createCardPage.fillAll({ kind: "business", customerId }, { type: "physical" });
  await createCardPage.issue.click();
  await expect(page.getByText(/It opens with USD 250\.50 available\./)).toBeVisible();
  await page.getByRole("link", { name: "Order physical card" }).click();
  await cardPage.choose("First shipment");
  await cardPage.next();
  const { dialog } = cardPage;
  await cardPage.button("Send to company address").click();
  await expect(dialog.getByLabel("Address line 1")).toHaveValue("12 St James's Square");
  await expect(dialog.getByLabel("Address line 2")).toHaveValue("");
  await expect(dialog.getByRole("combobox", { name: "Country" })).toContainText("United Kingdom");
  await expect(dialog.getByRole("combobox", { name: "Dial code" })).toContainText("+44");
  await expect(dialog.getByLabel("First name")).toHaveValue("");
});

test("what was typed survives closing, and a refusal by the issuer", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ type: "physical" });
  await enter("manager");
  await cardPage.openLive(card.id);
  await cardPage.reissueButton.click();
  await cardPage.choose("Damaged");
  await cardPage.next();
  await cardPage.fillShipping();
  await page.keyboard.press("Escape");
  await expect(cardPage.dialog).toBeHidden();
  await cardPage.reissueButton.click();
  await expect(cardPage.dialog.getByLabel("Address line 1")).toHaveValue("12 St James Square");
  await cardPage.next();

  const faults = [
    { fault: { type: "status", status: 404 }, says: "The issuer has no card with this ID" },
    { fault: { type: "status", status: 401 }, says: "The issuer rejected our API key" },
    { fault: { type: "status", status: 400 }, says: "Request rejected" },
  ] as const;
  for (const { fault, says } of faults) {
    await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/replace/`, fault });
    await cardPage.button("Reissue card").click();
    await expect(cardPage.dialog.getByRole("alert")).toContainText(says);
    await expect(cardPage.dialog).toContainText("12 St James Square");
  }
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog).toContainText("A new physical card is on its way.");
});

test("an unknown outcome is said, settled by itself, and happens once", async ({
  sandbox,
  enter,
  openBrowser,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await enter("manager");
  const colleague = new CardPage(await (await openBrowser("admin")).newPage());
  await colleague.openLive(card.id);
  await cardPage.openLive(card.id);
  await cardPage.reissueButton.click();
  await cardPage.choose("Lost");
  await cardPage.next();
  await sandbox.addFault({
    method: "PUT",
    path: `/cards/${card.id}/replace/`,
    fault: { type: "commit-then-drop" },
  });
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog.getByText("Outcome unknown: we’re checking with the issuer")).toBeVisible();

  await expect(cardPage.dialog.getByText("Confirmed by the issuer at")).toBeVisible({ timeout: 30_000 });
  const { lastFour } = await sandbox.getCard(card.id);
  expect(lastFour).not.toBe(card.lastFour);
  await expect(cardPage.dialog).toContainText(`The new number ends in ${lastFour}.`);
  await expect(colleague.page.getByText("Outcome unknown", { exact: true })).toBeHidden();
  await expect(colleague.event("Found in the issuer’s records: the request succeeded.")).toBeVisible();
  await expect(colleague.heading).toHaveText(`Travel •• ${lastFour}`);
  // Version 2 is what one reissue makes: a second one would have replaced it.
  expect(await sandbox.authorize(card.id, 10, { credentialsVersion: 2 })).toMatchObject({ approved: true });
});

test("an unknown outcome that leaves no trace stays open, for everyone to see", async ({
  sandbox,
  enter,
  openBrowser,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await enter("manager");
  const colleague = new CardPage(await (await openBrowser("admin")).newPage());
  await colleague.openLive(card.id);
  await cardPage.openLive(card.id);
  await cardPage.reissueButton.click();
  await cardPage.choose("Damaged");
  await cardPage.next();
  await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/replace/`, fault: { type: "drop" } });
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog.getByText("Outcome unknown: we’re checking with the issuer")).toBeVisible();
  await cardPage.button("Close").last().click();
  await expect(page.getByText("Outcome unknown", { exact: true })).toBeVisible();
  await expect(cardPage.event(/Reissue card by .*: outcome unknown/)).toBeVisible();
  await expect(colleague.page.getByText("Outcome unknown", { exact: true })).toBeVisible();
  await expect(colleague.reissueButton).toHaveAccessibleDescription(
    /outcome of the last reissue isn.t known/,
  );
  await page.reload();
  await expect(page.getByText("Outcome unknown", { exact: true })).toBeVisible();
});

test("is not offered for a blocked card, nor to a role without it", async ({ sandbox, enter, cardPage }) => {
  const card = await sandbox.issueCard();
  await sandbox.blockCard(card.id, "lost");
  await enter("manager");
  await cardPage.open(card.id, "?reissue");
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.dialog).toHaveCount(0);
  await expect(cardPage.reissueButton).toHaveAccessibleDescription(
    "A blocked card can’t be reissued. Issue a new card instead.",
  );
  await enter("support");
  await cardPage.open(card.id, "?reissue");
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.reissueButton).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  test("each step begins at its top, and the warning stands where the choice is made and reviewed", async ({
    sandbox,
    enter,
    cardPage,
  }) => {
    const card = await sandbox.issueCard({ type: "physical" });
    await enter("manager");
    await cardPage.open(card.id, "?reissue");
    const { dialog } = cardPage;
    const warning = dialog.getByText(/^Anyone who has the old card can keep paying with it\./);
    await cardPage.choose("Stolen");
    await cardPage.choose(NAMES.IDENTICAL_TO_THE_CURRENT_CARD);
    await expect(warning).toBeInViewport();
    await cardPage.next();
    await expect(dialog.getByText("Recipient", { exact: true })).toBeInViewport();
    await cardPage.fillShipping();
    await cardPage.next();
    await expect(warning).toBeInViewport();
    await expect(
      dialog.getByText(`The card ending ${card.lastFour} keeps working. Nothing about it changes.`),
    ).toBeInViewport();
  });
});
