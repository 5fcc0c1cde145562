import { randomUUID } from "node:crypto";
import type { Sandbox } from "@/e2e/fixtures/sandbox";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";
import type { Card } from "@/lib/contract/card";
import {
  DEFAULT_RENEW_OPTION,
  RENEW_OPTIONS,
  RENEWAL_OPTIONS,
  type RenewOption,
} from "@/lib/domain/cards/renewal";
import { addMonths, toIsoDate } from "@/lib/domain/time/calendar";

const OPTION_LABELS = {
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
  await cardPage.choose(OPTION_LABELS[option]);
  if (RENEWAL_OPTIONS[option].expiry === "custom") {
    await cardPage.dialog.getByLabel("Expiry date").fill(addMonths(toIsoDate(new Date()), 14));
  }
}

/** Checks that the issuer's card matches the option. */
async function expectReissued(sandbox: Sandbox, before: Card, option: RenewOption): Promise<void> {
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
    test(`is reissued as ${option}`, { tag: option === DEFAULT_RENEW_OPTION ? [] : "@full" }, async ({
      sandbox,
      signInAs,
      cardPage,
      page,
    }) => {
      const card = await sandbox.issueCard();
      await signInAs("manager");
      await cardPage.open(card.id, "?reissue");
      await chooseOption(cardPage, option);
      await cardPage.next();
      await expect(cardPage.dialog).toContainText("Step 2 of 2: Review");
      await expect(cardPage.dialog).toContainText(
        RENEWAL_OPTIONS[option].oldCardWorks ? "keeps working" : "stops working immediately",
      );
      await cardPage.button("Reissue card").click();
      await expect(cardPage.dialog.getByText("Confirmed by the issuer at")).toBeVisible();
      await expectReissued(sandbox, card, option);
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
    test(`is reissued as ${option} and shipped`, {
      tag: option === "IDENTICAL_TO_THE_CURRENT_CARD" ? [] : "@full",
    }, async ({ sandbox, signInAs, cardPage }) => {
      const card = await sandbox.issueCard({ type: "physical", holder: "Grace Brewster Hopper" });
      await signInAs("admin");
      await cardPage.open(card.id, "?reissue");
      await chooseOption(cardPage, option);
      await cardPage.next();
      await expect(cardPage.dialog.getByRole("radio", { name: /^Midnight/ })).toBeChecked();
      await expect(cardPage.dialog.getByRole("radio", { name: /^Tide.*Out of stock/ })).toBeDisabled();
      await cardPage.choose(/^Ember/);
      await cardPage.fillShipping();
      await expect(cardPage.dialog.getByLabel("First name")).toHaveValue("Grace");
      await expect(cardPage.dialog.getByLabel("Last name")).toHaveValue("Brewster Hopper");
      await expect(cardPage.dialog.getByRole("combobox", { name: "Country code" })).toContainText("+44");
      await cardPage.next();
      await expect(cardPage.dialog).toContainText("12 St James Square");
      await expect(cardPage.dialog).toContainText("United Kingdom");
      await cardPage.button("Reissue card").click();
      await expect(cardPage.dialog).toContainText("A new physical card is on its way.");
      await expectReissued(sandbox, card, option);
    });
  }
});

test("suggests an option for each reason, and warns if the number would stay the same", async ({
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.next();
  await expect(cardPage.dialog.getByText("Choose a reason. We’ll suggest an option.")).toBeVisible();
  const suggestions = {
    Damaged: OPTION_LABELS.IDENTICAL_TO_THE_CURRENT_CARD,
    Lost: OPTION_LABELS.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE,
    Stolen: OPTION_LABELS.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE,
    Fraud: OPTION_LABELS.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE,
    Expiring: OPTION_LABELS.CALCULATE_NEW_EXPIRY_DATE,
  };
  for (const [reason, suggested] of Object.entries(suggestions)) {
    await cardPage.choose(reason);
    const option = cardPage.dialog.getByRole("radio", { name: suggested });
    await expect(option).toBeChecked();
    await expect(option).toHaveAccessibleName(/Suggested/);
  }
  await cardPage.choose("Stolen");
  await cardPage.choose(OPTION_LABELS.CALCULATE_NEW_EXPIRY_DATE);
  await expect(cardPage.dialog.getByText("A new number is safer.")).toBeVisible();
});

test("freezes a stolen card first, and says so before and after", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Stolen");
  await cardPage.next();
  await expect(cardPage.dialog.getByText("The card is frozen first, right away.")).toBeVisible();
  const fault = { type: "status", status: 400 } as const;
  await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/replace/`, fault });
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog.getByRole("alert")).toContainText("Request rejected");
  await expect(cardPage.dialog.getByText("The card is frozen and stays frozen")).toBeVisible();
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog).toContainText(
    "The card is frozen. Purchases are declined until it’s unfrozen.",
  );
  await cardPage.button("Done").click();
  await cardPage.waitForStatus("Frozen");
  await expect(cardPage.event(/^Frozen by/)).toBeVisible();
});

test("rejects an invalid expiry at its field, with the earliest date", async ({
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Expiring");
  await expect(cardPage.dialog.getByLabel("Expiry date")).toHaveCount(0);
  await cardPage.choose(OPTION_LABELS.SAME_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY);
  await cardPage.next();
  await expect(cardPage.dialog.getByText("Required for this option.")).toBeVisible();
  await cardPage.dialog.getByLabel("Expiry date").fill("2020-01-31");
  await cardPage.next();
  const error = cardPage.dialog.getByText(/^Must be at least 1 month from today: [\d-]{10} or later\.$/);
  await expect(error).toBeVisible();
  const earliest = /[\d-]{10}/.exec(await error.innerText())?.[0] ?? "";
  await expect(cardPage.dialog.getByLabel("Expiry date")).toBeFocused();

  // A rejection by the issuer is also shown at the field.
  await sandbox.advanceClock(86_400 * 40);
  await cardPage.dialog.getByLabel("Expiry date").fill(earliest);
  await cardPage.next();
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog.getByLabel("Expiry date")).toHaveAttribute("aria-invalid", "true");
  await sandbox.setClock(new Date());
});

test("shows each shipping error at its field, with a suggestion", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard({ type: "physical" });
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Lost");
  await cardPage.next();
  const { dialog } = cardPage;
  await dialog.getByLabel("First name").fill("");
  await cardPage.next();
  await expect(dialog.getByLabel("First name")).toBeFocused();
  await expect(dialog.getByText("Choose a country.")).toBeVisible();
  await expect(dialog.getByText("Choose a country code.")).toBeVisible();
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

test("doesn't use a company's name as the recipient", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard({ type: "physical", holder: "Northwind Traders" });
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Damaged");
  await cardPage.next();
  await expect(cardPage.dialog.getByLabel("First name")).toHaveValue("");
  await expect(cardPage.dialog.getByLabel("Last name")).toHaveValue("");
  await expect(cardPage.dialog.getByText("Cardholder: Northwind Traders")).toBeVisible();
});

test("a company’s first physical card can go to its registered address, and still needs a recipient", async ({
  signInAs,
  createCardPage,
  cardPage,
  page,
}) => {
  await signInAs("manager");
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
  await expect(dialog.getByRole("combobox", { name: "Country", exact: true })).toContainText(
    "United Kingdom",
  );
  await expect(dialog.getByRole("combobox", { name: "Country code" })).toContainText("+44");
  await expect(dialog.getByLabel("First name")).toHaveValue("");
});

test("keeps the input after closing the dialog and after a rejection by the issuer", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ type: "physical" });
  await signInAs("manager");
  await cardPage.openConnected(card.id);
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
    { fault: { type: "status", status: 404 }, message: "The issuer has no card with this ID" },
    { fault: { type: "status", status: 401 }, message: "The issuer rejected our API key" },
    { fault: { type: "status", status: 400 }, message: "Request rejected" },
  ] as const;
  for (const { fault, message } of faults) {
    await sandbox.addFault({ method: "PUT", path: `/cards/${card.id}/replace/`, fault });
    await cardPage.button("Reissue card").click();
    await expect(cardPage.dialog.getByRole("alert")).toContainText(message);
    await expect(cardPage.dialog).toContainText("12 St James Square");
  }
  await cardPage.button("Reissue card").click();
  await expect(cardPage.dialog).toContainText("A new physical card is on its way.");
});

test("shows an unknown outcome, resolves it automatically, and reissues only once", async ({
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  const colleague = new CardPage(await (await openBrowser("admin")).newPage());
  await colleague.openConnected(card.id);
  await cardPage.openConnected(card.id);
  await cardPage.reissueButton.click();
  await cardPage.choose("Expiring");
  await cardPage.choose(OPTION_LABELS.NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE);
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
  // One reissue makes version 2; a second one would have replaced it.
  expect(await sandbox.authorize(card.id, 10, { credentialsVersion: 2 })).toMatchObject({ approved: true });
});

test("an outcome that the issuer's records can't resolve stays visible to everyone", async ({
  sandbox,
  signInAs,
  openBrowser,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  const colleague = new CardPage(await (await openBrowser("admin")).newPage());
  await colleague.openConnected(card.id);
  await cardPage.openConnected(card.id);
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

test("is not offered for a blocked card or without the permission", async ({
  sandbox,
  signInAs,
  cardPage,
}) => {
  const card = await sandbox.issueCard();
  await sandbox.blockCard(card.id, "lost");
  await signInAs("manager");
  await cardPage.open(card.id, "?reissue");
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.dialog).toHaveCount(0);
  await expect(cardPage.reissueButton).toHaveAccessibleDescription(
    "A blocked card can’t be reissued. Issue a new card instead.",
  );
  await signInAs("support");
  await cardPage.open(card.id, "?reissue");
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.reissueButton).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  test("each step opens scrolled to the top, and the warning is visible at the choice and at the review", async ({
    sandbox,
    signInAs,
    cardPage,
  }) => {
    const card = await sandbox.issueCard({ type: "physical" });
    await signInAs("manager");
    await cardPage.open(card.id, "?reissue");
    const { dialog } = cardPage;
    const warning = dialog.getByText(/^Anyone who has the old card can use it again/);
    await cardPage.choose("Stolen");
    await cardPage.choose(OPTION_LABELS.IDENTICAL_TO_THE_CURRENT_CARD);
    await expect(warning).toBeInViewport();
    await cardPage.next();
    await expect(dialog.getByText("Recipient", { exact: true })).toBeInViewport();
    await cardPage.fillShipping();
    await cardPage.next();
    await expect(warning).toBeInViewport();
    await expect(dialog.getByText(`The card ending in ${card.lastFour} doesn’t change.`)).toBeInViewport();
  });
});
