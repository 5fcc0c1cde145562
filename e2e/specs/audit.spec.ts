import { expect, test } from "@/e2e/fixtures/test";
import { AuditPage } from "@/e2e/pages/audit-page";
import { TeamPage } from "@/e2e/pages/team-page";

test("shows a colleague's action without a reload", async ({ auditPage, signInAs, openBrowser }) => {
  await signInAs("auditor");
  await auditPage.open("?action=person.change-role");
  await expect(auditPage.page.getByText("Connected", { exact: true })).toBeVisible();
  const before = await auditPage.rows.count();
  const team = new TeamPage(await (await openBrowser("admin")).newPage());
  await team.open();
  await team.changeRole("Tomasz Lis", "auditor");
  await expect(auditPage.rows).toHaveCount(before + 1);
  await team.changeRole("Tomasz Lis", "finance");
});

test("opens an entry with before, after, duration and address, and closes it with Back", async ({
  auditPage,
  page,
  signInAs,
  openBrowser,
}) => {
  const team = new TeamPage(await (await openBrowser("admin")).newPage());
  await team.open();
  await team.changeRole("Tomasz Lis", "auditor");
  await team.changeRole("Tomasz Lis", "finance");
  await signInAs("manager");
  await auditPage.open();
  await auditPage.row("Change role").first().click();
  const entry = auditPage.entry();
  await expect(entry).toContainText("Ines Duarte, admin");
  await expect(entry).toContainText('"role": "auditor"');
  await expect(entry).toContainText('"role": "finance"');
  await expect(entry).toContainText(/Duration\s*\d+ ms/);
  await page.goBack();
  await expect(entry).toBeHidden();
  await page.goForward();
  await page.reload();
  await expect(entry).toBeVisible();
});

test("filters by person, action and outcome, and keeps the filter in the URL", async ({
  auditPage,
  page,
  signInAs,
  openBrowser,
}) => {
  const denied = await openBrowser("support");
  await denied.request.get("/api/audit/chain");
  await signInAs("admin");
  await auditPage.open();
  await auditPage.chooseFilter("Outcome", "Denied");
  await auditPage.chooseFilter("Actor", "Mina Reyes");
  await expect(auditPage.row("Mina Reyes").first()).toContainText("Denied");
  await expect(auditPage.row("Ines Duarte")).toHaveCount(0);
  const sharedUrl = page.url();
  expect(sharedUrl).toContain("outcome=denied");
  const colleague = new AuditPage(await (await openBrowser("auditor")).newPage());
  await colleague.page.goto(sharedUrl);
  await expect(colleague.row("Mina Reyes").first()).toContainText("Denied");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/audit");
});

test("finds who froze a card by its last four digits or its holder's name", async ({
  auditPage,
  cardPage,
  page,
  sandbox,
  signInAs,
}) => {
  const card = await sandbox.issueCard({ holder: "Ottoline Ferncastle" });
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await cardPage.freezeButton.click();
  await cardPage.button("Freeze").click();
  await expect(cardPage.status).toHaveText("Frozen");

  await signInAs("auditor");
  await cardPage.open(card.id);
  await page.getByRole("link", { name: "View in audit log" }).click();
  await expect(auditPage.rows).toHaveCount(1);
  for (const query of [`${card.lastFour} ferncastle`, "Ottoline Ferncastle"]) {
    await auditPage.open();
    await expect(page.getByText("Connected", { exact: true })).toBeVisible();
    await auditPage.search.fill(query);
    await expect(auditPage.rows).toHaveCount(1);
    await expect(auditPage.rows).toContainText([/Freeze card.*Succeeded.*Mina Reyes.*Ottoline Ferncastle/]);
  }
  await auditPage.rows.getByRole("link").first().click();
  await auditPage
    .entry()
    .getByRole("link", { name: /Ottoline Ferncastle/ })
    .click();
  await expect(page).toHaveURL(`/cards/${card.id}`);
  await auditPage.open("?target=Zebulon%20Nobody");
  await expect(
    page.getByText("No cards, customers, people, or entries match “Zebulon Nobody”"),
  ).toBeVisible();
});

test("shows that the chain is intact", async ({ auditPage, signInAs }) => {
  await signInAs("auditor");
  await auditPage.open();
  await expect(auditPage.chain).toBeVisible();
});

test("shows when all rows were verified, with the icon next to the text on a phone", async ({
  auditPage,
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs("auditor");
  await auditPage.open();
  await page.getByRole("button", { name: "Verify all entries" }).click();
  await expect(auditPage.chain).toContainText(/Last full verification: .*\d\d:\d\d:\d\d/);
  const words = await auditPage.chain.boundingBox();
  const mark = await page.locator("main .shape-mark").first().boundingBox();
  expect(mark?.x).toBeLessThan(words?.x ?? 0);
  expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeGreaterThan(words?.y ?? Number.POSITIVE_INFINITY);
});

test("exports the filtered rows, safe for a spreadsheet, and records the export", async ({
  auditPage,
  page,
  teamPage,
  signInAs,
}) => {
  await signInAs("admin");
  await teamPage.open();
  await teamPage.invite({
    name: "=HYPERLINK(1)",
    email: `formula-${Date.now()}@example.com`,
    role: "support",
  });
  await auditPage.open("?action=person.invite");
  const [download] = await Promise.all([page.waitForEvent("download"), auditPage.exportLink.click()]);
  expect(download.suggestedFilename()).toBe("audit-log_all-days_action-person.invite.csv");
  const csv = await (await page.request.get("/api/audit/export?action=person.invite")).text();
  expect(csv).toContain("person.invite");
  expect(csv).not.toContain("session.begin");
  expect(csv.split("\r\n").some((line) => /(^|,)[=+@]/.test(line))).toBe(false);
  await auditPage.open("?action=audit.export");
  await expect(auditPage.rows.first()).toContainText("Export audit log");
});

test("moves through the list with arrow keys and opens an entry with Enter", async ({
  auditPage,
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await auditPage.open();
  await auditPage.rows.first().getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(auditPage.entry()).toBeVisible();
});

test("handles 300 random URLs without an error page", async ({ page, signInAs }) => {
  test.setTimeout(180_000);
  await signInAs("admin");
  const names = ["person", "action", "target", "outcome", "from", "to", "before", "entry", "x"];
  const values = [
    "",
    "0",
    "-1",
    "1e9",
    "2026-02-30",
    "2026-11-01",
    "denied",
    "%00",
    "'",
    "<script>",
    "💥",
    "9".repeat(40),
    "../../etc",
  ];
  let seed = 7;
  const draw = <Item>(items: readonly Item[]) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return items[seed % items.length] as Item;
  };
  const randomUrl = () => {
    const parameters = Array.from(
      { length: draw([1, 2, 3, 4]) },
      () => `${draw(names)}=${encodeURIComponent(draw(values))}`,
    );
    return `/audit?${parameters.join("&")}`;
  };
  for (let round = 0; round < 15; round += 1) {
    const urls = Array.from({ length: 20 }, randomUrl);
    const responses = await Promise.all(urls.map((path) => page.request.get(path)));
    expect(
      responses.filter((response) => response.status() !== 200).map((response) => response.url()),
    ).toEqual([]);
  }
});
