import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import type { Fault } from "@/e2e/fixtures/sandbox-types";
import { intercept } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("shows a card's details and the customer's other cards", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const customerId = `cust_${Date.now()}`;
  const card = await sandbox.issueCard({
    holder: "Grace Hopper",
    name: "Travel",
    spendLimit: 250,
    customerId,
  });
  const other = await sandbox.issueCard({
    holder: "Grace Hopper",
    name: "Fuel",
    type: "physical",
    customerId,
  });
  await sandbox.authorize(card.id, 40, { currency: "EUR" });
  await signInAs("support");
  // Opening a card adds it to the index.
  await cardPage.open(other.id);
  await cardPage.openConnected(card.id);

  await expect(cardPage.heading).toHaveText(`Travel •• ${card.lastFour}`);
  await expect(page).toHaveTitle(new RegExp(`Card •• ${card.lastFour}`));
  await expect(cardPage.status).toHaveText("Active");
  await expect(cardPage.fact("Available credit")).toHaveText("USD 205.65");
  await expect(cardPage.fact("Cardholder")).toHaveText("Grace Hopper");
  await expect(cardPage.fact("Type")).toHaveText("virtual");
  await expect(cardPage.fact("Design")).toHaveText("Midnight");
  await expect(cardPage.fact("Customer")).toContainText(customerId.slice(0, 6));
  await expect(cardPage.event("Issued as a virtual card, design Midnight")).toBeVisible();
  await expect(cardPage.transactions.getByRole("listitem")).toContainText(["EUR 40.00"]);

  const otherCards = page.getByRole("region", { name: "Other cards for this customer" });
  await otherCards.getByRole("link", { name: new RegExp(other.lastFour) }).click();
  await expect(cardPage.heading).toHaveText(`Fuel •• ${other.lastFour}`);
});

test("links to its customer, its transactions and its audit entries", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Grace Hopper", customerId: "cust_links_1" });
  await sandbox.authorize(card.id, 40);
  await signInAs("manager");
  const links = {
    "View customer": "/customers/cust_links_1",
    "View in audit log": `/audit?target=${card.id}`,
  };
  for (const [name, url] of Object.entries(links)) {
    await cardPage.openConnected(card.id);
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL(url);
  }
  await cardPage.openConnected(card.id);
  const transactions = page.getByRole("region", { name: "Transactions" });
  await transactions.getByRole("link", { name: "View all" }).click();
  await expect(page).toHaveURL(`/transactions?card=${card.id}`);
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await expect(page.getByRole("link", { name: "View customer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "View in audit log" })).toHaveCount(0);
});

test("shows a clear message if the issuer has no such card", async ({ signInAs, cardPage, page }) => {
  await signInAs("finance");
  const response = await page.goto("/cards/00000000-0000-4000-8000-000000000000");
  expect(response?.status()).toBe(404);
  await expect(cardPage.heading).toHaveText("The issuer has no card with this ID");
  await expect(page.getByRole("link", { name: "Go to cards" })).toBeVisible();
  for (const invalidId of ["%00", "..%2F..%2Fcards", "x".repeat(80), "%3Cscript%3E"]) {
    expect((await page.goto(`/cards/${invalidId}`))?.status(), invalidId).toBeGreaterThanOrEqual(400);
    await expect(cardPage.heading).toBeVisible();
  }
});

test("the card page and its dialogs are accessible", async ({ sandbox, signInAs, cardPage, page }) => {
  test.setTimeout(180_000);
  const card = await sandbox.issueCard({ type: "physical" });
  await sandbox.authorize(card.id, 1200, { currency: "JPY" });
  await signInAs("admin");
  await cardPage.open(card.id);
  await expect(cardPage.heading).toBeVisible();
  await expectAccessibleEverywhere(page);
  await cardPage.open(card.id, "?block");
  await cardPage.choose("Other");
  await expectAccessibleEverywhere(page);
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Damaged");
  await expectAccessibleEverywhere(page);
  await cardPage.next();
  await expect(cardPage.dialog.getByRole("radio", { name: /^Midnight/ })).toBeVisible();
  await cardPage.next();
  await expectAccessibleEverywhere(page);
  await cardPage.fillShipping();
  await cardPage.next();
  await expect(cardPage.button("Reissue card")).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test("shows a colleague's actions without a reload", async ({ sandbox, signInAs, openBrowser, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("auditor");
  await cardPage.openConnected(card.id);
  const colleague = new CardPage(await (await openBrowser("support")).newPage());
  await colleague.openConnected(card.id);
  await colleague.freezeButton.click();
  await colleague.button("Freeze").click();
  await expect(colleague.page.getByText(`Your card ending in ${card.lastFour} was frozen at`)).toBeVisible();
  await expect(cardPage.status).toHaveText("Frozen");
  await expect(cardPage.event(/^Frozen by Mina Reyes, confirmed by the issuer/)).toBeVisible();

  await colleague.page.keyboard.press("n");
  await colleague.page.keyboard.type("Lost in a taxi, calls back tonight");
  await colleague.page.keyboard.press("Control+Enter");
  await expect(cardPage.event("Lost in a taxi, calls back tonight")).toContainText("Note by Mina Reyes");
});

test("detects and labels changes made outside Cardwell", async ({ sandbox, signInAs, cardPage }) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await expect(cardPage.status).toHaveText("Active");
  await sandbox.blockCard(card.id, "stolen");
  await expect(cardPage.event("Changed outside Cardwell: ACTIVE → BLOCKED")).toBeVisible();
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.fact("Reason")).toHaveText("stolen");
});

test("offers each role only its permitted actions", async ({ sandbox, openBrowser }) => {
  const card = await sandbox.issueCard();
  const expected = {
    admin: [true, true, true, true],
    manager: [true, true, true, true],
    support: [true, false, false, true],
    finance: [false, false, false, false],
    auditor: [false, false, false, false],
  } as const;
  for (const [role, [freeze, block, reissue, note]] of Object.entries(expected)) {
    const theirs = new CardPage(await (await openBrowser(role as keyof typeof expected)).newPage());
    await theirs.open(card.id, "?block");
    // An open dialog hides the heading from assistive technology, and so from this test.
    await expect(block ? theirs.dialog : theirs.heading).toBeVisible();
    if (!block) await expect(theirs.dialog).toHaveCount(0);
    await theirs.open(card.id);
    await expect(theirs.freezeButton).toHaveCount(freeze ? 1 : 0);
    await expect(theirs.blockButton).toHaveCount(block ? 1 : 0);
    await expect(theirs.reissueButton).toHaveCount(reissue ? 1 : 0);
    await expect(theirs.page.getByLabel("New note")).toHaveCount(note ? 1 : 0);
    await expect(theirs.page.getByText("Your role can view this card but not change it.")).toHaveCount(
      freeze ? 0 : 1,
    );
  }
});

test("every action has a shortcut, and the shortcuts are listed", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("manager");
  await cardPage.openConnected(card.id);
  for (const [key, title] of [
    ["b", `Block the card ending in ${card.lastFour}?`],
    ["r", `Reissue the card ending in ${card.lastFour}`],
    ["f", `Freeze Ada Lovelace’s card ending in ${card.lastFour}?`],
  ] as const) {
    await page.keyboard.press(key);
    await expect(cardPage.dialog.getByRole("heading", { name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(cardPage.dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/cards/${card.id}$`));
  }
  await page.keyboard.press("n");
  await expect(page.getByLabel("New note")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByLabel("New note").blur();
  await page.keyboard.press("?");
  const shortcuts = cardPage.dialog.getByRole("region", { name: "This card" });
  for (const label of ["Freeze", "Reissue", "Block", "Add note"]) {
    await expect(shortcuts.getByText(label, { exact: true })).toBeVisible();
  }
});

const FAULT_CASES: { name: string; times: number; fault: Fault; message: string }[] = [
  {
    name: "is unavailable",
    times: 3,
    fault: { type: "status", status: 503 },
    message: "The issuer is unavailable",
  },
  {
    name: "returns a server error",
    times: 1,
    fault: { type: "status", status: 500 },
    message: "The issuer is unavailable",
  },
  {
    name: "rejects our API key",
    times: 1,
    fault: { type: "status", status: 401 },
    message: "The issuer rejected our API key",
  },
  {
    name: "rejects the request",
    times: 1,
    fault: { type: "status", status: 400 },
    message: "Request rejected",
  },
  { name: "drops the connection", times: 3, fault: { type: "drop" }, message: "The issuer is unavailable" },
  {
    name: "returns an invalid response",
    times: 1,
    fault: { type: "rubbish" },
    message: "Invalid response from the issuer",
  },
  {
    name: "is slow",
    times: 1,
    fault: { type: "delay", ms: 6_000 },
    message: "The issuer is responding slowly",
  },
];

for (const { name, times, fault, message } of FAULT_CASES) {
  test(`when the issuer ${name}, the page reports it and shows the indexed data`, async ({
    sandbox,
    signInAs,
    cardPage,
    page,
  }) => {
    const card = await sandbox.issueCard({ holder: "Ida Rhodes" });
    await signInAs("support");
    await cardPage.open(card.id);
    await sandbox.addFault({ method: "GET", path: `/cards/${card.id}/`, times, fault });
    await page.reload();
    const alert = page.getByRole("alert").filter({ hasText: message });
    await expect(alert).toBeVisible();
    await expect(page.getByText(/Showing the card as of/)).toBeVisible();
    await expect(cardPage.fact("Cardholder")).toHaveText("Ida Rhodes");
    await expect(cardPage.fact("Available credit")).toHaveText("Only available from the issuer");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(cardPage.fact("Available credit")).toHaveText("USD 1,000.00");
    await expect(alert).toBeHidden();
  });
}

test("a confirmed freeze counts even if the card can't be read afterward", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  // The dialog's own status check never completes, so that it doesn't use up a fault.
  await intercept(page, "**/api/cards/*/status", () => {});
  await cardPage.freezeButton.click();
  await expect(cardPage.dialog).toBeVisible();
  // The first fault applies to the read before the freeze, the second to the read after it.
  const faults: Fault[] = [
    { type: "delay", ms: 1 },
    { type: "status", status: 500 },
  ];
  for (const fault of faults) {
    await sandbox.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
  }
  await cardPage.dialog.getByRole("button", { name: "Freeze" }).click();
  await expect(page.getByText(`Your card ending in ${card.lastFour} was frozen at`)).toBeVisible();
  await expect(page.getByText("we couldn’t read the card again afterward")).toBeVisible();
  await expect(cardPage.status).toHaveText("Frozen");
  expect((await sandbox.getCard(card.id)).status).toBe("FROZEN");
  await expect(cardPage.event(/^Frozen by Mina Reyes, confirmed by the issuer/)).toContainText(
    "couldn’t read the card again",
  );
});

test("an unindexed card is not reported as missing while the issuer is down", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  await signInAs("support");
  const unindexedId = "11111111-0000-4000-8000-000000000000";
  await sandbox.addFault({
    method: "GET",
    path: `/cards/${unindexedId}/`,
    times: 3,
    fault: { type: "status", status: 503 },
  });
  await cardPage.open(unindexedId);
  await expect(page.getByRole("alert").filter({ hasText: "The issuer is unavailable" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cardPage.heading).toHaveText("The issuer has no card with this ID");
});

test("the issuer's current status decides whether freeze or unfreeze is offered", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Hedy Lamarr" });
  await signInAs("support");
  // Without live updates the page keeps showing the card as active.
  await intercept(page, "**/api/events*", (route) => route.abort());
  await cardPage.open(card.id);
  await sandbox.freezeCard(card.id, true);
  await cardPage.freezeButton.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: /is already frozen$/ })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Freeze/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Unfreeze" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await sandbox.getCard(card.id)).status).toBe("ACTIVE");
});

test("offers both freeze and unfreeze if the issuer can't confirm the status", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Mary Kenneth" });
  await signInAs("support");
  await cardPage.open(card.id);
  await sandbox.addFault({
    method: "GET",
    path: `/cards/${card.id}/`,
    times: 1,
    fault: { type: "delay", ms: 4_000 },
  });
  await cardPage.freezeButton.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/couldn’t verify the card’s status with the issuer/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Unfreeze" })).toBeVisible();
  await dialog.getByRole("button", { name: /^Freeze/ }).click();
  await expect.poll(async () => (await sandbox.getCard(card.id)).status).toBe("FROZEN");
});

test.describe("an ID that would change the path of the issuer call", () => {
  for (const id of ["%2e%2e%2ftransactions", "a%2Fb", "%252e%252e", "%3Fx", "a%00b", "a.b"]) {
    test(`${id} is not found`, async ({ signInAs, page }) => {
      await signInAs("support");
      await page.goto(`/cards/${id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("The issuer has no card with this ID");
    });
  }
});

test("the browser warns before an unsaved note is lost", async ({ page, cardPage, sandbox, signInAs }) => {
  await signInAs("support");
  const card = await sandbox.issueCard({ holder: "Ursula Unsent" });
  await cardPage.openConnected(card.id);
  let warnings = 0;
  page.on("dialog", async (dialog) => {
    if (dialog.type() === "beforeunload") warnings += 1;
    await dialog.accept();
  });
  await page.getByLabel("New note").pressSequentially("Called about");
  await page.reload();
  expect(warnings).toBe(1);
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  await page.getByLabel("New note").pressSequentially("Called about a refund");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added.")).toBeVisible();
  await page.reload();
  expect(warnings).toBe(1);
});
