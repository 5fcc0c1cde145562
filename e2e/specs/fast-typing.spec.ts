import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/e2e/fixtures/test";

/** The pace of a fast typist, who doesn't wait for a list to fade out. */
const BETWEEN_KEYS = { delay: 40 };
/** Navigates to the audit log if it is taken for a shortcut. */
const TEXT = "g a 12";

test.beforeEach(({ signInAs }) => signInAs("manager"));

async function pickCountry(page: Page, country: Locator): Promise<void> {
  await country.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type("Portugal", BETWEEN_KEYS);
  await page.keyboard.press("Enter");
}

test.describe("in a dialog", () => {
  test.beforeEach(async ({ sandbox, cardPage }) => {
    const card = await sandbox.issueCard({ type: "physical" });
    await cardPage.openConnected(card.id);
    await cardPage.reissueButton.click();
    await cardPage.choose("Damaged");
    await cardPage.next();
  });

  test("what is typed after a country, Enter, and Tab goes into the next field", async ({
    page,
    cardPage,
  }) => {
    const { dialog } = cardPage;
    const country = dialog.getByRole("combobox", { name: "Country", exact: true });
    await pickCountry(page, country);
    await page.keyboard.press("Tab");
    await page.keyboard.type(TEXT, BETWEEN_KEYS);
    await expect(dialog.getByLabel("Address line 1")).toHaveValue(TEXT);
    await expect(country).toContainText("Portugal");
    await expect(page.getByRole("option")).toHaveCount(0);
    await expect(dialog.getByLabel("Address line 1")).toBeFocused();
  });

  test("a click into another field right after Enter isn't taken back", async ({ page, cardPage }) => {
    const { dialog } = cardPage;
    await pickCountry(page, dialog.getByRole("combobox", { name: "Country", exact: true }));
    await dialog.getByLabel("City").click();
    await page.keyboard.type(TEXT, BETWEEN_KEYS);
    await expect(page.getByRole("option")).toHaveCount(0);
    await expect(dialog.getByLabel("City")).toBeFocused();
    await expect(dialog.getByLabel("City")).toHaveValue(TEXT);
  });

  test("no shortcut of the page works, even if nothing has the focus", async ({ page, cardPage }) => {
    await cardPage.dialog.getByLabel("City").fill("Porto");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const url = page.url();
    for (const key of ["g", "a", "?", "b", "Control+k"]) await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(cardPage.dialog.getByLabel("City")).toHaveValue("Porto");
    expect(page.url()).toBe(url);
  });
});

test("in the wizard, a text that goes on after the last field is no shortcut", async ({
  page,
  createCardPage,
}) => {
  await createCardPage.open();
  await createCardPage.fillCustomer({ kind: "consumer" });
  await createCardPage.field("Address line 1").fill(randomUUID());
  const country = createCardPage.form.getByRole("combobox", { name: "Country", exact: true });
  await pickCountry(page, country);
  await page.keyboard.press("Tab");
  await expect(country).not.toBeFocused();
  await page.keyboard.type("gac?", BETWEEN_KEYS);
  await expect(country).toContainText("Portugal");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // A save waits for a navigation that a shortcut has begun.
  const typed = randomUUID();
  const saved = page.waitForResponse((response) => Boolean(response.request().postData()?.includes(typed)));
  await createCardPage.field("Address line 1").fill(typed);
  await saved;
  await expect(page).toHaveURL(/\/cards\/new\?/);
  await expect(createCardPage.field("Address line 1")).toHaveValue(typed);
});

test("a shortcut works again once the person has paused", async ({ page, cardPage, sandbox, shell }) => {
  const card = await sandbox.issueCard();
  await cardPage.openConnected(card.id);
  await page.getByLabel("New note").pressSequentially("Called the holder", BETWEEN_KEYS);
  await page.getByLabel("New note").blur();
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await expect(shell.heading).toHaveText("Audit log", { timeout: 1_000 });
  }).toPass();
});
