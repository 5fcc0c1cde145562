import { expectFitAnywhere } from "@/e2e/fixtures/accessibility";
import type { Fault } from "@/e2e/fixtures/sandbox";
import { expect, test } from "@/e2e/fixtures/test";
import { CardPage } from "@/e2e/pages/card-page";

test.afterEach(({ sandbox }) => sandbox.clearFaults());

test("shows all that is known of a card, and the customer's other cards", async ({
  sandbox,
  enter,
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
  await enter("support");
  // The index learns of both when they are looked at.
  await cardPage.open(other.id);
  await cardPage.openLive(card.id);

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

  const neighbours = page.getByRole("region", { name: "Other cards for this customer" });
  await neighbours.getByRole("link", { name: new RegExp(other.lastFour) }).click();
  await expect(cardPage.heading).toHaveText(`Fuel •• ${other.lastFour}`);
});

test("leads to its customer, to all its transactions and to its audit entries", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Grace Hopper", customerId: "cust_links_1" });
  await sandbox.authorize(card.id, 40);
  await enter("manager");
  const links = {
    "View customer": "/customers/cust_links_1",
    "View in audit log": `/audit?target=${card.id}`,
  };
  for (const [name, address] of Object.entries(links)) {
    await cardPage.openLive(card.id);
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL(address);
  }
  await cardPage.openLive(card.id);
  const transactions = page.getByRole("region", { name: "Transactions" });
  await transactions.getByRole("link", { name: "View all" }).click();
  await expect(page).toHaveURL(`/transactions?card=${card.id}`);
  await enter("support");
  await cardPage.openLive(card.id);
  await expect(page.getByRole("link", { name: "View customer" })).toBeVisible();
  await expect(page.getByRole("link", { name: "View in audit log" })).toHaveCount(0);
});

test("says clearly that the issuer knows no such card", async ({ enter, cardPage, page }) => {
  await enter("finance");
  const response = await page.goto("/cards/00000000-0000-4000-8000-000000000000");
  expect(response?.status()).toBe(404);
  await expect(cardPage.heading).toHaveText("The issuer has no card with this ID");
  await expect(page.getByRole("link", { name: "Go to cards" })).toBeVisible();
  for (const rubbish of ["%00", "..%2F..%2Fcards", "x".repeat(80), "%3Cscript%3E"]) {
    expect((await page.goto(`/cards/${rubbish}`))?.status(), rubbish).toBeGreaterThanOrEqual(400);
    await expect(cardPage.heading).toBeVisible();
  }
});

test("the card's page and its dialogs are fit for everyone", async ({ sandbox, enter, cardPage, page }) => {
  test.setTimeout(180_000);
  const card = await sandbox.issueCard({ type: "physical" });
  await sandbox.authorize(card.id, 1200, { currency: "JPY" });
  await enter("admin");
  await cardPage.open(card.id);
  await expect(cardPage.heading).toBeVisible();
  await expectFitAnywhere(page);
  await cardPage.open(card.id, "?block");
  await cardPage.choose("Other");
  await expectFitAnywhere(page);
  await cardPage.open(card.id, "?reissue");
  await cardPage.choose("Damaged");
  await expectFitAnywhere(page);
  await cardPage.next();
  await expect(cardPage.dialog.getByRole("radio", { name: /^Midnight/ })).toBeVisible();
  await cardPage.next();
  await expectFitAnywhere(page);
  await cardPage.fillShipping();
  await cardPage.next();
  await expect(cardPage.button("Reissue card")).toBeVisible();
  await expectFitAnywhere(page);
});

test("what a colleague does appears by itself", async ({ sandbox, enter, openBrowser, cardPage }) => {
  const card = await sandbox.issueCard();
  await enter("auditor");
  await cardPage.openLive(card.id);
  const colleague = new CardPage(await (await openBrowser("support")).newPage());
  await colleague.openLive(card.id);
  await colleague.freezeButton.click();
  await colleague.button("Freeze").click();
  await expect(colleague.page.getByText(`Your card ending ${card.lastFour} was frozen at`)).toBeVisible();
  await expect(cardPage.status).toHaveText("Frozen");
  await expect(cardPage.event(/^Frozen by Mina Reyes, confirmed by the issuer/)).toBeVisible();

  await colleague.page.keyboard.press("n");
  await colleague.page.keyboard.type("Lost in a taxi, calls back tonight");
  await colleague.page.keyboard.press("Control+Enter");
  await expect(cardPage.event("Lost in a taxi, calls back tonight")).toContainText("Note by Mina Reyes");
});

test("what happened outside is found, and named as such", async ({ sandbox, enter, cardPage }) => {
  const card = await sandbox.issueCard();
  await enter("support");
  await cardPage.openLive(card.id);
  await expect(cardPage.status).toHaveText("Active");
  await sandbox.blockCard(card.id, "stolen");
  await expect(cardPage.event("Changed outside Cardwell: ACTIVE → BLOCKED")).toBeVisible();
  await expect(cardPage.status).toHaveText("Blocked");
  await expect(cardPage.fact("Reason")).toHaveText("stolen");
});

test("offers each role what it may do, and nothing else", async ({ sandbox, openBrowser }) => {
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
    await expect(theirs.heading).toBeVisible();
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

test("everything has a key, and the keys are listed", async ({ sandbox, enter, cardPage, page }) => {
  const card = await sandbox.issueCard();
  await enter("manager");
  await cardPage.openLive(card.id);
  for (const [key, title] of [
    ["b", `Block the card ending ${card.lastFour}?`],
    ["r", `Reissue the card ending ${card.lastFour}`],
    ["f", `Freeze Ada Lovelace’s card ending ${card.lastFour}?`],
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
  const listed = cardPage.dialog.getByRole("region", { name: "This card" });
  for (const label of ["Freeze", "Reissue", "Block", "Add note"]) {
    await expect(listed.getByText(label, { exact: true })).toBeVisible();
  }
});

const TROUBLES: { name: string; times: number; fault: Fault; says: string }[] = [
  { name: "is down", times: 3, fault: { type: "status", status: 503 }, says: "The issuer is unavailable" },
  {
    name: "makes a mistake",
    times: 1,
    fault: { type: "status", status: 500 },
    says: "The issuer is unavailable",
  },
  {
    name: "does not take our key",
    times: 1,
    fault: { type: "status", status: 401 },
    says: "The issuer rejected our API key",
  },
  { name: "refuses", times: 1, fault: { type: "status", status: 400 }, says: "Request rejected" },
  { name: "hangs up", times: 3, fault: { type: "drop" }, says: "The issuer is unavailable" },
  {
    name: "answers rubbish",
    times: 1,
    fault: { type: "rubbish" },
    says: "Invalid response from the issuer",
  },
  { name: "is slow", times: 1, fault: { type: "delay", ms: 6_000 }, says: "The issuer is responding slowly" },
];

for (const { name, times, fault, says } of TROUBLES) {
  test(`when the issuer ${name}, the page says so and shows what is known`, async ({
    sandbox,
    enter,
    cardPage,
    page,
  }) => {
    const card = await sandbox.issueCard({ holder: "Ida Rhodes" });
    await enter("support");
    await cardPage.open(card.id);
    await sandbox.addFault({ method: "GET", path: `/cards/${card.id}/`, times, fault });
    await page.reload();
    const alert = page.getByRole("alert").filter({ hasText: says });
    await expect(alert).toBeVisible();
    await expect(page.getByText(/Showing the card as of/)).toBeVisible();
    await expect(cardPage.fact("Cardholder")).toHaveText("Ida Rhodes");
    await expect(cardPage.fact("Available credit")).toHaveText("Only available from the issuer");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(cardPage.fact("Available credit")).toHaveText("USD 1,000.00");
    await expect(alert).toBeHidden();
  });
}

test("a freeze that the issuer confirmed stands, also when the card cannot be read back", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await enter("support");
  await cardPage.openLive(card.id);
  // The question's own check stays under way, so that it meets none of the faults.
  await page.route("**/api/cards/*/status", () => {});
  await cardPage.freezeButton.click();
  await expect(cardPage.dialog).toBeVisible();
  // The first is met by the reading before the freeze, the second by the one after it.
  const faults: Fault[] = [
    { type: "delay", ms: 1 },
    { type: "status", status: 500 },
  ];
  for (const fault of faults) {
    await sandbox.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
  }
  await cardPage.dialog.getByRole("button", { name: "Freeze" }).click();
  await expect(page.getByText(`Your card ending ${card.lastFour} was frozen at`)).toBeVisible();
  await expect(page.getByText("we couldn’t read the card again afterward")).toBeVisible();
  await expect(cardPage.status).toHaveText("Frozen");
  expect((await sandbox.getCard(card.id)).status).toBe("FROZEN");
  await expect(cardPage.event(/^Frozen by Mina Reyes, confirmed by the issuer/)).toContainText(
    "couldn’t read the card again",
  );
});

test("a card that was never seen, while the issuer is down, is not called missing", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  await enter("support");
  const unseen = "11111111-0000-4000-8000-000000000000";
  await sandbox.addFault({
    method: "GET",
    path: `/cards/${unseen}/`,
    times: 3,
    fault: { type: "status", status: 503 },
  });
  await cardPage.open(unseen);
  await expect(page.getByRole("alert").filter({ hasText: "The issuer is unavailable" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cardPage.heading).toHaveText("The issuer has no card with this ID");
});

test("what the issuer says decides whether a freeze or an unfreeze is offered", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Hedy Lamarr" });
  await enter("support");
  // The page hears nothing by itself, and goes on showing the card as active.
  await page.route("**/api/events*", (route) => route.abort());
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

test("when the issuer cannot say whether a card is frozen, both are offered", async ({
  sandbox,
  enter,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Mary Kenneth" });
  await enter("support");
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

test.describe("an id that would lead elsewhere at the issuer", () => {
  for (const id of ["%2e%2e%2ftransactions", "a%2Fb", "%252e%252e", "%3Fx", "a%00b", "a.b"]) {
    test(`${id} is no card`, async ({ enter, page }) => {
      await enter("support");
      await page.goto(`/cards/${id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("The issuer has no card with this ID");
    });
  }
});

test("the browser asks before an unsent note is lost", async ({ page, cardPage, sandbox, enter }) => {
  await enter("support");
  const card = await sandbox.issueCard({ holder: "Ursula Unsent" });
  await cardPage.openLive(card.id);
  let questions = 0;
  page.on("dialog", async (dialog) => {
    if (dialog.type() === "beforeunload") questions += 1;
    await dialog.accept();
  });
  await page.getByLabel("New note").pressSequentially("Called about");
  await page.reload();
  expect(questions).toBe(1);
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
  await page.getByLabel("New note").pressSequentially("Called about a refund");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Note added.")).toBeVisible();
  await page.reload();
  expect(questions).toBe(1);
});
