import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import type { Sandbox } from "@/e2e/fixtures/sandbox";
import { expect, test } from "@/e2e/fixtures/test";
import { ApprovalsPage } from "@/e2e/pages/approvals-page";
import type { CardsPage } from "@/e2e/pages/cards-page";
import { IssueFilePage } from "@/e2e/pages/issue-file-page";
import { RunPage } from "@/e2e/pages/run-page";
import { ISSUE_COLUMNS, type IssueColumnKey } from "@/lib/domain/issue-rows/columns";
import { readRecords } from "@/testing/read-xlsx";

const UNKNOWN_ID = "6d3c1b0a-9f8e-4d7c-8b6a-5f4e3d2c1b0a";
/** How long the index may take to learn of new cards, and a run to begin. */
const SOON = { timeout: 60_000 };

/** Of one customer, and in the list, all selected. */
async function selectNewCards(cardsPage: CardsPage, sandbox: Sandbox, count: number) {
  const customerId = `bulk_block_${Date.now()}`;
  const cards = [];
  for (let card = 0; card < count; card += 1)
    cards.push(await sandbox.issueCard({ holder: "Grace Hopper", name: `Card ${card}`, customerId }));
  await expect(async () => {
    await cardsPage.open(`?customer=${customerId}`);
    await expect(cardsPage.rows).toHaveCount(count);
  }).toPass(SOON);
  await cardsPage.page.getByRole("checkbox", { name: "Select page" }).check();
  return cards;
}

test("support freezes the cards that it chose by keyboard, and sees what happened to each", async ({
  page,
  cardsPage,
  sandbox,
  signInAs,
}) => {
  const customerId = `bulk_${Date.now()}`;
  const cards = [];
  for (const name of ["First", "Second", "Third"])
    cards.push(await sandbox.issueCard({ holder: "Grace Hopper", name, customerId }));
  const [first, second, third] = cards;
  await sandbox.freezeCard(third?.id ?? "", true);
  await signInAs("support");
  await expect(async () => {
    await cardsPage.open(`?customer=${customerId}`);
    await expect(cardsPage.rows).toHaveCount(3);
    await expect(cardsPage.row("Third")).toContainText("Frozen");
  }).toPass(SOON);

  const bar = page.getByRole("group", { name: "Selected cards" });
  await cardsPage.row("Third").getByRole("link").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await cardsPage
    .row("First")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  // The checkbox has the focus now.
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Select row");
  await page.keyboard.press("Escape");
  await expect(bar.getByRole("button", { name: "Unfreeze selected…" })).toHaveCount(0);
  await expectAccessibleEverywhere(page);

  await bar.getByRole("button", { name: "Freeze selected…" }).click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Freeze 2 of 3 cardsNot started");
  await expect(run.item(`•• ${third?.lastFour}`)).toContainText("Already frozen");
  await expect(run.item(`•• ${first?.lastFour}`)).toContainText("Will be frozen");
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Freeze 2 of 3 cards…" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 of 3 cards is skipped: 1 already frozen.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await run.start();
  await run.waitForFinished();
  await expect(run.heading).toContainText("Finished, 1 skipped");
  await expect(run.progress).toHaveText("2 of 3 cards frozen, 1 skipped");
  for (const card of [first, second])
    expect(await sandbox.getCard(card?.id ?? "")).toMatchObject({ status: "FROZEN" });
  await expect(page.getByRole("button", { name: /^Unfreeze these 2/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expectAccessibleEverywhere(page);

  await page.goto("/bulk");
  await expect(page.getByRole("table", { name: "Bulk runs" })).toContainText("Freeze 2 of 3 cards");
  await expectAccessibleEverywhere(page);
});

test("a manager freezes a customer's cards and undoes exactly that", async ({ page, sandbox, signInAs }) => {
  const customerId = `bulk_undo_${Date.now()}`;
  const kept = await sandbox.issueCard({ holder: "Alan Turing", name: "Kept", customerId });
  const undone = await sandbox.issueCard({ holder: "Alan Turing", name: "Undone", customerId });
  await signInAs("manager");
  await expect(async () => {
    await page.goto(`/customers/${customerId}`);
    await expect(page.getByText("2 cards")).toBeVisible({ timeout: 2_000 });
  }).toPass(SOON);
  await page.getByRole("button", { name: "Freeze all cards…" }).click();
  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Freeze 2 cardsNot started");
  await run.start();
  await run.waitForFinished();

  const customerPage = await page.context().newPage();
  await expect(async () => {
    await customerPage.goto(`/customers/${customerId}`);
    await expect(customerPage.getByRole("button", { name: "Unfreeze all cards…" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass(SOON);

  await sandbox.blockCard(kept.id, "lost");
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await page.getByRole("button", { name: "Unfreeze these 2 cards…" }).click();
  await expect(run.heading).toHaveText(/^Unfreeze (2 cards|1 of 2 cards)Not started/);
  await run.start();
  await run.waitForFinished();
  expect(await sandbox.getCard(kept.id)).toMatchObject({ status: "BLOCKED" });
  expect(await sandbox.getCard(undone.id)).toMatchObject({ status: "ACTIVE" });
  await expect(colleague.getByRole("link", { name: "Run that undoes it" })).toBeVisible();
});

test("the selected cards and what can be done with them stay in view at the end of the list", async ({
  page,
  cardsPage,
  signInAs,
}) => {
  await signInAs("support");
  await cardsPage.open();
  const bar = page.getByRole("group", { name: "Selected cards" });
  await cardsPage.rows.first().getByRole("checkbox").check();
  await cardsPage.rows.last().scrollIntoViewIfNeeded();
  await expect(cardsPage.rows.first()).not.toBeInViewport();
  await expect(bar.getByRole("button", { name: "Freeze selected…" })).toBeInViewport({ ratio: 1 });
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).not.toBeInViewport();
});

test("finance exports the cards that it chose, and all that match, in the order of the list", async ({
  page,
  cardsPage,
  sandbox,
  signInAs,
}) => {
  await signInAs("finance");
  const [first, ...others] = await selectNewCards(cardsPage, sandbox, 3);
  const bar = page.getByRole("group", { name: "Selected cards" });
  await expect(bar.getByRole("button", { name: /^(Freeze|Unfreeze|Block)/ })).toHaveCount(0);
  await page.getByRole("columnheader", { name: "Created" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=created:asc/);
  await cardsPage.row("Card 0").getByRole("link").first().focus();
  await page.keyboard.press("x");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  const exportAs = async (name: string) => {
    const download = page.waitForEvent("download");
    await bar.getByRole("button", { name, exact: true }).click();
    return download;
  };
  const csv = await exportAs("Export selected");
  expect(csv.suggestedFilename()).toBe("cards_selected.csv");
  const rows = parse(await readFile(await csv.path()), { columns: true, bom: true }) as Record<
    string,
    string
  >[];
  expect(rows.map(({ card_id }) => card_id)).toEqual(others.map(({ id }) => id));
  const xlsx = await exportAs("Export selected as Excel");
  expect(xlsx.suggestedFilename()).toBe("cards_selected.xlsx");
  const records = readRecords(await readFile(await xlsx.path()));
  expect(records.map(({ card_id }) => card_id)).toEqual(others.map(({ id }) => id));

  await cardsPage.open("?type=virtual&sort=holder:asc");
  await page.getByRole("checkbox", { name: "Select page" }).check();
  await bar.getByRole("button", { name: /^Select all [\d,]+ that match$/ }).click();
  const selected = await bar.getByRole("status").textContent();
  const download = page.waitForEvent("download");
  await bar.getByRole("link", { name: "Export selected", exact: true }).click();
  const all = parse(await readFile(await (await download).path()), { columns: true, bom: true }) as object[];
  expect(selected).toBe(`All ${all.length.toLocaleString("en-US")} cards selected`);
  expect(all).toContainEqual(expect.objectContaining({ card_id: first?.id, type: "virtual" }));
});

test("pasted IDs and last fours are resolved in the preview, and card numbers are refused", async ({
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Katherine Johnson" });
  await signInAs("manager");
  await page.goto("/bulk");
  const box = page.getByRole("textbox", { name: "Card IDs or last fours" });
  await box.fill("4111111111111111");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("This could contain a card number")).toBeVisible();
  const run = new RunPage(page);
  await expect(async () => {
    await page.goto("/bulk");
    await box.fill(`${card.id}, ${UNKNOWN_ID}`);
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(run.heading).toHaveText("Freeze 1 of 2 cardsNot started", { timeout: 5_000 });
  }).toPass(SOON);
  await expect(page.getByText("1 of 2 cards is skipped: 1 not found.")).toBeVisible();
  await expect(run.item(UNKNOWN_ID)).toContainText("No such card");
  await expect(run.item(card.lastFour)).toContainText("Katherine Johnson");
});

test("a plan of cards to issue is listed, and its rows can be changed after a reload", async ({
  page,
  signInAs,
}) => {
  await signInAs("manager");
  const columns = ISSUE_COLUMNS.filter(({ types }) => types.includes("Consumer"));
  const customer = `plan_${Date.now()}`;
  const own: Partial<Record<IssueColumnKey, string>> = { customerType: "Consumer", customerId: customer };
  const line = columns.map(({ key, example }) => own[key] ?? example).join(",");
  const issue = new IssueFilePage(page);
  await issue.open();
  await issue.chooseFile("two.csv", [columns.map(({ label }) => label).join(","), line, line].join("\r\n"));
  await issue.checkRows();
  await issue.plan.click();
  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Issue 2 cardsNot started");
  await expect(page.getByText("1 of 2 cards has warnings.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Warnings" })).toContainText("Row 3");
  await expect(run.items.first()).toContainText(customer);
  await expectAccessibleEverywhere(page);
  await page.getByRole("button", { name: "Issue 2 cards…" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 of 2 cards has warnings.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  await page.goto("/bulk");
  const runs = page.getByRole("table", { name: "Bulk runs" });
  await runs.getByRole("row", { name: "two.csv" }).first().getByRole("link").click();
  await page.getByRole("button", { name: "Change rows" }).click();
  await expect(issue.counts).toContainText("2 rows ready");
  await expectAccessibleEverywhere(page);
  await issue.grid.getByRole("gridcell").first().click();
  await page.getByRole("button", { name: "Remove row" }).click();
  await issue.plan.click();
  await expect(run.heading).toHaveText("Issue 1 cardNot started");
  await expect(run.items).toContainText(["Row 3"]);
  await page.getByRole("button", { name: "Change rows" }).click();
  await expect(issue.counts).toContainText("1 row ready");
  await page.getByRole("button", { name: "Open the plan" }).click();
  await expect(run.heading).toHaveText("Issue 1 cardNot started");
  await page.getByRole("button", { name: "Discard plan" }).click();
  await expect(page).toHaveURL(/\/bulk$/);
  await expect(page.getByRole("row", { name: "two.csv" })).toHaveCount(0);
});

test("a manager blocks three cards after typing their number", async ({
  page,
  cardsPage,
  sandbox,
  signInAs,
}) => {
  await signInAs("manager");
  const cards = await selectNewCards(cardsPage, sandbox, 3);
  await page.getByRole("button", { name: "Block selected…" }).click();
  const dialog = page.getByRole("dialog", { name: "Why block 3 cards?" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Choose a reason.")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await dialog.getByText("Stolen").click();
  await dialog.getByRole("button", { name: "Preview" }).click();

  const run = new RunPage(page);
  await expect(run.heading).toHaveText("Block 3 cardsNot started");
  await expect(page.getByText("this run can’t be undone")).toBeVisible();
  await expect(run.item("Will be blocked permanently")).toHaveCount(3);
  await page.getByRole("button", { name: "Block 3 cards…" }).click();
  const start = page.getByRole("dialog", { name: "Block 3 cards?" });
  await start.getByRole("button", { name: "Block permanently" }).click();
  await expect(start.getByText("Enter the number of cards: 3.")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await start.getByRole("button", { name: "Cancel" }).click();
  await run.startBlock(3);
  await run.waitForFinished();
  await expect(run.progress).toHaveText("3 of 3 cards blocked");
  for (const { id } of cards)
    expect(await sandbox.getCard(id)).toMatchObject({ status: "BLOCKED", statusReason: "stolen" });
  await expect(page.getByRole("button", { name: /these 3 cards/ })).toHaveCount(0);
});

test("another person approves a block of many cards, and it starts by itself", async ({
  page,
  cardsPage,
  sandbox,
  signInAs,
  openBrowser,
}) => {
  await signInAs("admin");
  await new ApprovalsPage(page).switchOn("Block a card");
  try {
    await signInAs("manager");
    const cards = await selectNewCards(cardsPage, sandbox, 2);
    await page.getByRole("button", { name: "Block selected…" }).click();
    await page.getByRole("dialog").getByText("Lost").click();
    await page.getByRole("dialog").getByRole("button", { name: "Preview" }).click();
    const run = new RunPage(page);
    await expect(run.heading).toHaveText("Block 2 cardsNot started");
    await run.startBlock(2, { label: "Request approval", reason: "The mail bag was lost" });
    await expect(run.heading).toHaveText("Block 2 cardsWaits for approval");
    await expect(page.getByRole("button", { name: "Block 2 cards…" })).toHaveCount(0);
    await expectAccessibleEverywhere(page);
    for (const { id } of cards) expect(await sandbox.getCard(id)).toMatchObject({ status: "ACTIVE" });

    const admin = await openBrowser("admin");
    const approvals = new ApprovalsPage(await admin.newPage());
    await approvals.open();
    await approvals.request("Block 2 cards").first().click();
    await approvals.page.getByRole("link", { name: "View cards" }).click();
    const seen = new RunPage(approvals.page);
    await expect(seen.heading).toHaveText("Block 2 cardsWaits for approval");
    await expect(seen.items).toHaveCount(2);
    await expect(approvals.page.getByText("The mail bag was lost")).toBeVisible();
    const sameBrowser = approvals.page.getByRole("checkbox", { name: /another person/ });
    if (await sameBrowser.count()) await sameBrowser.check();
    await approvals.approveButton.click();
    await seen.waitForFinished();
    await admin.close();

    await run.waitForFinished();
    for (const { id } of cards) expect(await sandbox.getCard(id)).toMatchObject({ status: "BLOCKED" });
  } finally {
    await signInAs("admin");
    await new ApprovalsPage(page).switchAllOff();
  }
});
