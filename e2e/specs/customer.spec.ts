import { randomUUID } from "node:crypto";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { groupBy } from "@/e2e/fixtures/group-by";
import { expect, test } from "@/e2e/fixtures/test";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { formatMoney } from "@/lib/domain/money/money";

const ROWS_PER_PAGE = 25;
const INDEX_TIMEOUT = { timeout: 60_000 };

test("shows all of a customer's cards, transactions and spend", async ({
  customerPage,
  page,
  sandbox,
  signInAs,
}) => {
  test.setTimeout(180_000);
  await signInAs("finance");
  await waitForIndex(page.request);
  const [cards, transactions] = [await sandbox.allCards(), await sandbox.allTransactions()];
  const byCustomer = groupBy(cards, (card) => card.externalCustomerId);
  const of = (id: string) => {
    const ids = new Set(byCustomer.get(id)?.map((card) => card.id));
    return transactions.filter(({ card_id }) => ids.has(card_id));
  };
  const [id = "", customerCards = []] =
    [...byCustomer].find(
      ([id, customerCards]) => customerCards.length > 1 && customerCards.length <= 12 && of(id).length > 60,
    ) ?? [];
  const customerTransactions = of(id);
  expect(customerCards.length).toBeGreaterThan(1);

  await customerPage.open(id, "?from=2020-01-01&to=2030-12-31");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    customerCards.at(-1)?.cardholderName ?? "",
  );
  await expect(customerPage.cards).toHaveCount(customerCards.length);
  for (const card of customerCards)
    await expect(customerPage.cards.filter({ hasText: `•• ${card.lastFour}` })).toHaveCount(1);
  const spent = customerTransactions.filter(({ status }) => status === "CLEARED" || status === "PENDING");
  await expect(customerPage.spend).toHaveText(
    formatMoney(
      spent.reduce((sum, { bill_amount }) => sum + bill_amount, 0),
      "USD",
    ),
  );

  let remaining = customerTransactions.length;
  for (let pageNumber = 1; remaining > 0; pageNumber += 1) {
    if (pageNumber > 1) await customerPage.next.click();
    await expect(page.getByText(`Page ${pageNumber}`, { exact: true })).toBeVisible();
    const rows = Math.min(remaining, ROWS_PER_PAGE);
    await expect(customerPage.transactions).toHaveCount(rows);
    remaining -= rows;
  }
  await expect(customerPage.next).toBeHidden();
  await customerPage.previous.click();
  await expect(customerPage.next).toBeVisible();
});

test("shows notes with their author, and a colleague's new note without a reload", async ({
  customerPage,
  page,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  const customerId = `cust ü/${randomUUID().slice(0, 8)}?%`;
  await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await signInAs("support");
  await customerPage.open(customerId);
  await expect(customerPage.cards).toHaveCount(1, INDEX_TIMEOUT);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
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

test("says that a customer is unknown, and shows the first card without a reload", async ({
  customerPage,
  page,
  sandbox,
  signInAs,
}) => {
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  await signInAs("auditor");
  await customerPage.open(customerId);
  await expect(page.getByText("Customer not found")).toBeVisible();
  await expect(page.getByText(/Searched [\d,]+ cards · /)).toBeVisible();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await sandbox.issueCard({ holder: "Katherine Johnson", customerId });
  await expect(page.getByRole("heading", { level: 1, name: "Katherine Johnson" })).toBeVisible(INDEX_TIMEOUT);
  await expect(page.getByLabel("New note")).toHaveCount(0);
});

test("is accessible for known and unknown customers", async ({ customerPage, page, sandbox, signInAs }) => {
  test.setTimeout(180_000);
  await signInAs("manager");
  const [card] = (await sandbox.listCards()).results;
  for (const id of [card?.externalCustomerId ?? "", "nobody"]) {
    await customerPage.open(id);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page);
  }
});
