import { randomUUID } from "node:crypto";
import { expectFitAnywhere } from "@/e2e/fixtures/accessibility";
import { groupBy } from "@/e2e/fixtures/group-by";
import { untilIndexed } from "@/e2e/fixtures/index-state";
import { expect, test } from "@/e2e/fixtures/test";
import { formatMoney } from "@/lib/domain/money";

const SOON = { timeout: 60_000 };

test("shows every card, every transaction and the spend that the issuer has of a customer", async ({
  customerPage,
  page,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("finance");
  await untilIndexed(page.request);
  const [cards, transactions] = [await sandbox.allCards(), await sandbox.allTransactions()];
  const byCustomer = groupBy(cards, (card) => card.externalCustomerId);
  const of = (id: string) => {
    const ids = new Set(byCustomer.get(id)?.map((card) => card.id));
    return transactions.filter(({ card_id }) => ids.has(card_id));
  };
  const [id = "", held = []] =
    [...byCustomer].find(([id, held]) => held.length > 1 && held.length <= 12 && of(id).length > 60) ?? [];
  const theirs = of(id);
  expect(held.length).toBeGreaterThan(1);

  await customerPage.open(id, "?from=2020-01-01&to=2030-12-31");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(held.at(-1)?.cardholderName ?? "");
  await expect(customerPage.cards).toHaveCount(held.length);
  for (const card of held)
    await expect(customerPage.cards.filter({ hasText: `•• ${card.lastFour}` })).toHaveCount(1);
  const spent = theirs.filter(({ status }) => status === "CLEARED" || status === "PENDING");
  await expect(customerPage.spend).toHaveText(
    formatMoney(
      spent.reduce((sum, { bill_amount }) => sum + bill_amount, 0),
      "USD",
    ),
  );

  let seen = await customerPage.transactions.count();
  for (let turned = 2; await customerPage.next.isVisible(); turned += 1) {
    await customerPage.next.click();
    await expect(page.getByText(`Page ${turned}`, { exact: true })).toBeVisible();
    seen += await customerPage.transactions.count();
  }
  expect(seen).toBe(theirs.length);
  await customerPage.previous.click();
  await expect(customerPage.next).toBeVisible();
});

test("gathers the notes on the customer, kept by name, and shows a colleague's by itself", async ({
  customerPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  const customerId = `cust ü/${randomUUID().slice(0, 8)}?%`;
  await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await enter("support");
  await customerPage.open(customerId);
  await expect(customerPage.cards).toHaveCount(1, SOON);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const colleague = await (await openBrowser("manager")).newPage();
  await colleague.goto(page.url());
  await colleague.getByLabel("New note").fill("Prefers to be called in the afternoon");
  await colleague.getByRole("button", { name: "Add note" }).click();
  await expect(customerPage.notes.first()).toContainText("Prefers to be called in the afternoon");
  await expect(customerPage.notes.first()).toContainText("Jonas Weber");
  await customerPage.writeNote("Called: all is well");
  await expect(customerPage.notes.first()).toContainText("Called: all is well");
  await expect(customerPage.notes).toHaveCount(2);
});

test("says so when no card of a customer is known, and finds the first one by itself", async ({
  customerPage,
  page,
  sandbox,
  enter,
}) => {
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  await enter("auditor");
  await customerPage.open(customerId);
  await expect(page.getByText("Customer not found")).toBeVisible();
  await expect(page.getByText(/Searched [\d,]+ cards · /)).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await sandbox.issueCard({ holder: "Katherine Johnson", customerId });
  await expect(page.getByRole("heading", { level: 1, name: "Katherine Johnson" })).toBeVisible(SOON);
  await expect(page.getByLabel("New note")).toHaveCount(0);
});

test("is fit for everyone, known or not", async ({ customerPage, page, sandbox, enter }) => {
  test.setTimeout(180_000);
  await enter("manager");
  const [card] = (await sandbox.listCards()).results;
  for (const id of [card?.externalCustomerId ?? "", "nobody"]) {
    await customerPage.open(id);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFitAnywhere(page);
  }
});
