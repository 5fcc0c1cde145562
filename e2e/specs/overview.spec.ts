import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { groupBy } from "@/e2e/fixtures/group-by";
import { expect, test } from "@/e2e/fixtures/test";
import { waitForIndex } from "@/e2e/fixtures/wait-for-index";
import { formatMoney } from "@/lib/domain/money/money";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

const SPEND = ["CLEARED", "PENDING"];
/** A new card is indexed within seconds, or later on a busy machine. */
const INDEX_TIMEOUT = { timeout: 60_000 };

const dayOf = ({ created }: { created: string }) => toIsoDate(parseTimestamp(created) ?? new Date(0));
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test("every figure matches the issuer's data", async ({ overviewPage, page, sandbox, signInAs }) => {
  test.setTimeout(180_000);
  await signInAs("finance");
  await waitForIndex(page.request);
  const [cards, transactions] = [await sandbox.allCards(), await sandbox.allTransactions()];
  const to = transactions.map(dayOf).sort().at(-1) ?? "";
  const from = addDays(to, -20);
  const inRange = <Item extends { created: string }>(items: Item[]) =>
    items.filter((item) => dayOf(item) >= from && dayOf(item) <= to);
  const shown = inRange(transactions);
  const currency = shown[0]?.bill_currency ?? "";
  expect(shown.every(({ bill_currency }) => bill_currency === currency)).toBe(true);
  const spent = (items: typeof transactions) =>
    formatMoney(
      sum(items.filter(({ status }) => SPEND.includes(status)).map((item) => item.bill_amount)),
      currency,
    );

  await expect(async () => {
    await overviewPage.open(`?from=${from}&to=${to}`);
    await expect(overviewPage.freshness).toContainText(`${cards.length.toLocaleString("en")} cards`, {
      timeout: 1_000,
    });
  }).toPass(INDEX_TIMEOUT);

  for (const status of ["ACTIVE", "FROZEN", "BLOCKED"])
    for (const type of ["virtual", "physical"]) {
      const count = cards.filter((card) => card.status === status && card.cardType === type).length;
      const word = `${status.charAt(0)}${status.slice(1).toLowerCase()}`;
      await expect(
        overviewPage.cards.getByRole("link", { name: `${word}, ${type}: ${count.toLocaleString("en")}` }),
      ).toHaveAttribute("href", `/cards?status=${status}&type=${type}`);
    }
  await expect(overviewPage.figure("All cards").first()).toHaveText(cards.length.toLocaleString("en"));
  await expect(overviewPage.figure("Spend")).toHaveText(spent(shown));
  await expect(overviewPage.figure("Spend")).toHaveAttribute(
    "href",
    `/transactions?status=CLEARED,PENDING&billed=${currency}&from=${from}&to=${to}`,
  );

  const spendRows = await overviewPage.table(/^Spend by day/);
  const declineRows = await overviewPage.table("Declines by day");
  const issuedRows = await overviewPage.table("Cards issued by day");
  expect(spendRows).toHaveLength(22);
  for (let day = from, row = 1; day <= to; day = addDays(day, 1), row += 1) {
    const ofDay = shown.filter((item) => dayOf(item) === day);
    const issued = cards.filter((card) => dayOf(card) === day).length;
    const declined = ofDay.filter(({ status }) => status === "DECLINED").length;
    expect(`${currency} ${spendRows[row]?.at(-1)}`, day).toBe(spent(ofDay));
    expect(declineRows[row]?.slice(1), day).toEqual(
      [declined, ofDay.length].map((count) => count.toLocaleString("en")),
    );
    expect(issuedRows[row]?.at(-1), day).toBe(String(issued));
  }

  const customerOf = new Map(cards.map((card) => [card.id, card.externalCustomerId]));
  const byCustomer = groupBy(
    shown.filter(({ status }) => SPEND.includes(status)),
    ({ card_id }) => customerOf.get(card_id) ?? "",
  );
  const top = [...byCustomer]
    .map(([id, items]) => ({ id, amount: sum(items.map((item) => item.bill_amount)), count: items.length }))
    .sort((left, right) => right.amount - left.amount);
  for (const [rank, { id, amount, count }] of top.slice(0, 8).entries()) {
    const item = overviewPage.topCustomers.nth(rank);
    await expect(item).toContainText(id);
    await expect(item).toContainText(formatMoney(amount, currency));
    await expect(item).toContainText(`${count.toLocaleString("en")} purchase`);
  }
  await expect(page).toHaveURL(`/?from=${from}&to=${to}`);
});

test("shows a day's values by keyboard and mouse, and links to its list", async ({
  overviewPage,
  page,
  signInAs,
}) => {
  await signInAs("finance");
  await overviewPage.open();
  const chart = overviewPage.chart(/^Spend by day/);
  const rows = await overviewPage.table(/^Spend by day/);
  const slider = chart.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const [days = "", , , spend = ""] = rows[2] ?? [];
  await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(`^${days}: [A-Z]{3} ${spend}`));
  await expect(chart.locator("p").first()).toContainText(new RegExp(`${days}: [A-Z]{3} ${spend}`));
  await page.keyboard.press("Shift+Tab");
  await expect(chart.getByRole("link", { name: "Open list" })).toBeFocused();
  await expect(chart.getByRole("link", { name: "Open list" })).toHaveAttribute("href", /from=.*&to=/);
  const box = await slider.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + 20);
  await expect(chart.locator("p").first()).toContainText(rows.at(-1)?.[0] ?? "");
});

test("keeps the date range in the URL, for presets and custom dates", async ({
  overviewPage,
  page,
  signInAs,
}) => {
  await signInAs("finance");
  await overviewPage.open();
  await overviewPage.chooseRange("7 days");
  await expect(page).toHaveURL("/?range=7-days");
  expect(await overviewPage.table(/^Spend by day/)).toHaveLength(8);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await overviewPage.open("?from=2020-01-01&to=2026-11-15");
  await expect(overviewPage.chart(/^Spend by month/)).toBeVisible();
  for (const invalidQuery of [
    "?from=0001-01-01&to=9999-12-31",
    "?range=x&from=y&currency=%00",
    "?to=2026-02-30",
  ]) {
    expect((await page.request.get(`/${invalidQuery}`)).status(), invalidQuery).toBe(200);
  }
});

test("is accessible with its tables open", async ({ overviewPage, page, signInAs }) => {
  test.setTimeout(180_000);
  // Adds a long line to the recent actions.
  await signInAs("support");
  await page.request.get("/api/audit/chain");
  await signInAs("manager");
  await overviewPage.open();
  await expect(page.getByText("View the audit log's verification").first()).toBeAttached();
  for (const name of [/^Spend by day/, "Declines by day", "Cards issued by day"])
    await overviewPage.table(name);
  await overviewPage
    .chart(/^Spend by day/)
    .getByRole("slider")
    .focus();
  await expectAccessibleEverywhere(page);
});
