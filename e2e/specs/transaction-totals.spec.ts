import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { delayRequests } from "@/e2e/fixtures/slow-network";
import { expect, test } from "@/e2e/fixtures/test";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";

test("adds up what is filtered, by currency and status, and follows new transactions", async ({
  page,
  sandbox,
  signInAs,
  transactionsPage,
}) => {
  const card = await sandbox.issueCard({ holder: "Radia Perlman" });
  const { transaction } = await sandbox.authorize(card.id, 12.34);
  await sandbox.clear(transaction.id);
  await sandbox.authorize(card.id, 7.66);
  await sandbox.authorize(card.id, 5_000);
  await signInAs("support");
  await waitForIndex(page.request);
  await transactionsPage.open(`?card=${card.id}`);
  const totals = page.getByRole("region", { name: "Billed totals" });
  const figures = totals.locator("dl > div");
  await expect(figures).toHaveText([
    /^Spend · 2USD 20\.00$/,
    /^Cleared · 1USD 12\.34$/,
    /^Pending · 1USD 7\.66$/,
    /^Declined · 1USD 5,000\.00$/,
  ]);
  await expectAccessibleEverywhere(page);
  await sandbox.authorize(card.id, 1.01);
  await expect(figures.first()).toHaveText("Spend · 3USD 21.01");
  await transactionsPage.open();
  await expect(totals).toBeHidden();
});

test("shows the rows while the totals are still loading", async ({
  page,
  sandbox,
  signInAs,
  transactionsPage,
}) => {
  const card = await sandbox.issueCard({ holder: "Barbara Liskov" });
  await sandbox.authorize(card.id, 3);
  await signInAs("support");
  await waitForIndex(page.request);
  const releaseTotals = await delayRequests(page, "**/api/transactions/totals*");
  await transactionsPage.open(`?card=${card.id}`);
  await expect(transactionsPage.row("Barbara Liskov").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Billed totals" })).toBeHidden();
  await releaseTotals();
  await expect(page.getByRole("region", { name: "Billed totals" })).toContainText("USD 3.00");
});

test("links one day to its reconciliation, for roles that read reports", async ({
  page,
  signInAs,
  transactionsPage,
}) => {
  const link = page.getByRole("link", { name: "Reconcile this day" });
  await signInAs("finance");
  await transactionsPage.open("?from=2026-01-02&to=2026-01-02");
  await expect(link).toHaveAttribute("href", "/reconciliation/2026-01-02");
  await transactionsPage.open("?clearedFrom=2026-01-03&clearedTo=2026-01-03");
  await expect(link).toHaveAttribute("href", "/reconciliation/2026-01-03");
  await transactionsPage.open("?from=2026-01-02&to=2026-01-03");
  await expect(link).toBeHidden();
  await signInAs("support");
  await transactionsPage.open("?from=2026-01-02&to=2026-01-02");
  await expect(link).toBeHidden();
});
