import { randomUUID } from "node:crypto";
import { expectFitAnywhere } from "@/e2e/fixtures/accessibility";
import { groupBy } from "@/e2e/fixtures/group-by";
import { untilIndexed } from "@/e2e/fixtures/index-state";
import { expect, test } from "@/e2e/fixtures/test";
import { addDays, toIsoDate } from "@/lib/domain/calendar";
import { formatMoney } from "@/lib/domain/money";
import { parseTimestamp } from "@/lib/domain/timestamp";

const SPEND = ["CLEARED", "PENDING"];
/** A new card is read within seconds; a busy machine gets some more. */
const SOON = { timeout: 60_000 };

const dayOf = ({ created }: { created: string }) => toIsoDate(parseTimestamp(created) ?? new Date(0));
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

test("every figure is the issuer's own", async ({ overviewPage, page, sandbox, enter }) => {
  test.setTimeout(180_000);
  await enter("finance");
  await untilIndexed(page.request);
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
  }).toPass(SOON);

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
  for (const [place, { id, amount, count }] of top.slice(0, 8).entries()) {
    const item = overviewPage.topCustomers.nth(place);
    await expect(item).toContainText(id);
    await expect(item).toContainText(formatMoney(amount, currency));
    await expect(item).toContainText(`${count.toLocaleString("en")} purchase`);
  }
  await expect(page).toHaveURL(`/?from=${from}&to=${to}`);
});

test("a card frozen for long is raised, and goes when it is unfrozen here", async ({
  overviewPage,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("support");
  await untilIndexed(overviewPage.page.request);
  await overviewPage.open();
  const item = overviewPage.items("Frozen, start date unknown").first();
  await expect(item).toContainText("Already frozen when Cardwell first saw this card.");
  const href = (await item.getByRole("link").first().getAttribute("href")) ?? "";
  const cardId = href.split("/").at(-1) ?? "";
  expect((await sandbox.getCard(cardId)).status).toBe("FROZEN");
  await item.getByRole("button", { name: /^Unfreeze/ }).click();
  await overviewPage.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Unfreeze/ })
    .click();
  await expect.poll(async () => (await sandbox.getCard(cardId)).status).toBe("ACTIVE");
  await expect(overviewPage.attention.locator(`a[href="${href}"]`)).toHaveCount(0, SOON);
});

test("a block made elsewhere is raised twice over: as a change, and until there is a replacement", async ({
  overviewPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  const customerId = `cust_${randomUUID().slice(0, 8)}`;
  const card = await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await enter("manager");
  await overviewPage.open();
  await expect(async () => {
    const found = await page.request.get(`/customers/${customerId}`);
    expect(await found.text()).toContain(card.lastFour);
  }).toPass(SOON);
  await sandbox.blockCard(card.id, "lost");
  const changed = overviewPage.item("Changed elsewhere", `•• ${card.lastFour}, Grace Hopper`);
  const blocked = overviewPage.item("Blocked, no replacement", `•• ${card.lastFour}, Grace Hopper`);
  await expect(changed).toContainText("from Active to Blocked", SOON);
  await expect(blocked).toContainText(`${customerId} has no newer virtual card`);
  await expect(blocked.getByRole("link", { name: "Open customer" })).toHaveAttribute(
    "href",
    `/customers/${customerId}`,
  );

  await sandbox.issueCard({ holder: "Grace Hopper", customerId });
  await expect(blocked).toHaveCount(0, SOON);

  await overviewPage.dismiss(changed, "reported by the issuer's own desk");
  await expect(changed).toHaveCount(0);
  const colleague = await (await openBrowser("auditor")).newPage();
  await colleague.goto("/");
  await colleague.getByText(/^Dismissed in the last 30 days/).click();
  await expect(
    colleague.getByRole("list", { name: "Dismissed" }).getByRole("listitem").first(),
  ).toContainText(/Grace Hopper“?.*reported by the issuer's own desk.*Jonas Weber/s);
  await expect(colleague.getByText(`•• ${card.lastFour}, Grace Hopper`, { exact: true })).toHaveCount(0);
  await expect(colleague.getByRole("button", { name: /^Bring back/ })).toHaveCount(0);

  await overviewPage.bringBack("reported by the issuer's own desk");
  await expect(changed).toHaveCount(1);
  await expect(overviewPage.dismissed.filter({ hasText: "own desk" })).toHaveCount(0);
});

test("an outcome that nobody knows is looked up first, and then settled by a person who did look", async ({
  overviewPage,
  page,
  sandbox,
  enter,
  openBrowser,
}) => {
  test.setTimeout(240_000);
  const card = await sandbox.issueCard({ holder: "Grace Hopper" });
  await enter("manager");
  await page.goto(`/cards/${card.id}?reissue`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Expiring" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  // The number stays the same, so that the issuer's records cannot tell.
  await sandbox.addFault({ method: "PUT", path: "/replace/", fault: { type: "commit-then-drop" } });
  await dialog.getByRole("button", { name: "Reissue the card" }).click();
  await expect(dialog.getByRole("button", { name: "Reissue the card" })).toBeHidden();

  const support = await (await openBrowser("support")).newPage();
  await support.goto("/");
  await overviewPage.open();
  const item = overviewPage.item("Outcome unknown", `Reissue card •• ${card.lastFour}, Grace Hopper`);
  await expect(item).toContainText("Do not send it again.", SOON);
  const settle = item.getByRole("button", { name: /^Settle/ });
  await expect(settle).toBeVisible({ timeout: 120_000 });
  await expect(item).toContainText("The issuer's records cannot tell");
  await expect(support.getByText("The issuer's records cannot tell whether it happened.")).toBeVisible(SOON);
  await expect(support.getByRole("button", { name: /^Settle/ })).toHaveCount(0);

  await settle.click();
  await dialog.getByRole("button", { name: "Settle" }).click();
  await expect(dialog.getByText("Choose one of the two.")).toBeVisible();
  await dialog.getByRole("radio", { name: /^It happened/ }).check();
  await dialog.getByLabel("How do you know?").fill("asked the issuer's desk");
  await dialog.getByRole("button", { name: "Settle" }).click();
  await expect(item).toHaveCount(0, SOON);
  await page.goto(`/audit?target=${card.id}`);
  await expect(page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1)).toContainText("Done");
});

test("a dismissal needs a reason, and the item stays until there is one", async ({
  overviewPage,
  page,
  enter,
}) => {
  await enter("support");
  await overviewPage.open();
  await overviewPage
    .items("Frozen, start date unknown")
    .first()
    .getByRole("button", { name: /^Dismiss/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(dialog.getByText("Say why, in a few words.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("an issuer that cannot be reached is raised by itself, and goes when it is back", async ({
  overviewPage,
  page,
  sandbox,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("manager");
  await overviewPage.open();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await sandbox.addFault({ times: 1000, fault: { type: "status", status: 503 } });
  try {
    const words = overviewPage.attention.getByText("The issuer cannot be reached");
    await expect(words).toBeVisible({ timeout: 45_000 });
    await expect(overviewPage.figure("All cards").first()).toBeVisible();
    await expect(overviewPage.attention.getByRole("button", { name: /^Dismiss.*issuer/ })).toHaveCount(0);
    await sandbox.clearFaults();
    await expect(words).toHaveCount(0, { timeout: 60_000 });
  } finally {
    await sandbox.clearFaults();
  }
});

test("those who only read see what waits, and no button that they may not use", async ({
  overviewPage,
  enter,
}) => {
  await enter("auditor");
  await overviewPage.open();
  await overviewPage.handledByOthers.getByText("Frozen, start date unknown").click();
  await expect(overviewPage.items("Frozen, start date unknown").first()).toBeVisible();
  await expect(overviewPage.page.getByRole("button", { name: /^(Unfreeze|Dismiss|Settle)/ })).toHaveCount(0);
});

test("leads finance with figures, and folds away what they cannot resolve", async ({
  overviewPage,
  page,
  enter,
}) => {
  await enter("finance");
  await page.goto("/settings/team");
  await overviewPage.open();
  await expect(overviewPage.handledByOthers).toContainText("Your role can view these.");
  await expect(overviewPage.attention).toHaveCount(0);
  await expect(overviewPage.items("Frozen, start date unknown").first()).toBeHidden();
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.indexOf("Spend")).toBeLessThan(headings.indexOf("Handled by support and managers"));
  expect(headings.indexOf("Spend")).toBeGreaterThanOrEqual(0);

  const recent = page.getByRole("region", { name: "Your recent actions" });
  await expect(recent.getByRole("listitem").first()).toContainText("Open Settings > Team");
  await expect(recent).not.toContainText("/settings/team");
});

test("opens all of a kind for support too, and dismisses them for one reason", async ({
  overviewPage,
  page,
  enter,
}) => {
  test.setTimeout(180_000);
  await enter("support");
  await untilIndexed(page.request);
  await overviewPage.open();
  const group = page.getByRole("region", { name: "Frozen, start date unknown" });
  const items = overviewPage.items("Frozen, start date unknown");
  const total = Number(await group.getByRole("heading").locator("span").textContent());
  await group.getByRole("link", { name: `${total - 5} more` }).click();
  await expect(items).toHaveCount(total);
  await group.getByRole("link", { name: "Show fewer" }).click();
  await expect(items).toHaveCount(5);

  await overviewPage.dismissAll("Frozen, start date unknown", "frozen before the move");
  await expect(group).toHaveCount(0);
  await page.getByText(/^Dismissed in the last 30 days/).click();
  await expect(overviewPage.dismissed.filter({ hasText: "frozen before the move" })).toContainText(
    `Frozen, start date unknown: ${total} cards`,
  );
  await overviewPage.dismissed
    .filter({ hasText: "frozen before the move" })
    .getByRole("button", { name: /^Bring back/ })
    .click();
  await expect(group.getByRole("heading")).toContainText(String(total));
});

test("a day is read out by keys and by pointer, and leads to its list", async ({
  overviewPage,
  page,
  enter,
}) => {
  await enter("finance");
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

test("the range is in the URL: a choice, days of one's own, Back", async ({ overviewPage, page, enter }) => {
  await enter("finance");
  await overviewPage.open();
  await overviewPage.chooseRange("7 days");
  await expect(page).toHaveURL("/?range=7-days");
  expect(await overviewPage.table(/^Spend by day/)).toHaveLength(8);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await overviewPage.open("?from=2020-01-01&to=2026-11-15");
  await expect(overviewPage.chart(/^Spend by month/)).toBeVisible();
  for (const odd of ["?from=0001-01-01&to=9999-12-31", "?range=x&from=y&currency=%00", "?to=2026-02-30"]) {
    expect((await page.request.get(`/${odd}`)).status(), odd).toBe(200);
  }
});

test("is fit for everyone with its tables open", async ({ overviewPage, page, enter }) => {
  test.setTimeout(180_000);
  await enter("manager");
  await overviewPage.open();
  for (const name of [/^Spend by day/, "Declines by day", "Cards issued by day"])
    await overviewPage.table(name);
  await overviewPage
    .chart(/^Spend by day/)
    .getByRole("slider")
    .focus();
  await expectFitAnywhere(page);
});
