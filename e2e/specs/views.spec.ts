import type { Browser, BrowserContext } from "@playwright/test";
import { expectAccessible, expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { type DashboardOnPostgres, startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { CardsPage } from "@/e2e/pages/cards-page";
import { ViewTabs } from "@/e2e/pages/view-tabs";
import type { Role } from "@/lib/domain/people/permissions";

// A dashboard of its own, because a default view changes what other tests see.
let dashboard: DashboardOnPostgres;
const opened: BrowserContext[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dashboard = await startOnPostgres();
});
test.afterAll(() => dashboard.stop());
test.beforeEach(() => dashboard.database.query("delete from view_arrangements; delete from saved_views"));
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function openAs(browser: Browser, role: Role, url: string): Promise<ViewTabs> {
  const context = await browser.newContext({ baseURL: dashboard.origin });
  opened.push(context);
  await signInWithRole(context.request, role);
  const views = new ViewTabs(await context.newPage());
  await views.open(url);
  return views;
}

test("a view is saved, changed, reset, and saved again", async ({ browser }) => {
  const views = await openAs(browser, "support", "/cards");
  const { page } = views;
  const cards = new CardsPage(page);
  await views.waitForOpen("All");
  await expect(views.saveViewButton).toBeHidden();
  await cards.check("Frozen");
  await expect(page).toHaveURL(/status=FROZEN/);
  await views.saveViewButton.click();
  await expect(views.dialog.getByRole("checkbox")).toBeHidden();
  await views.dialog.getByRole("button", { name: "Save view" }).click();
  await expect(views.dialog.getByText("Enter a name.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(views.dialog).toBeHidden();
  await views.saveAs("Frozen cards");
  await expect(views.tab("Frozen cards")).toBeFocused();
  await expect(page).toHaveURL(/\/cards\?status=FROZEN&view=[0-9a-f-]{36}$/);
  await expect(views.tab("Frozen cards")).not.toContainText("Changed");
  await expect(views.resetLink).toBeHidden();

  // The counts come from the index, like the total.
  await expect(views.tab("Frozen cards")).toHaveText(/Frozen cards\s*\d+/);

  await page.getByRole("link", { name: "Cardholder" }).click();
  await expect(views.tab("Frozen cards")).toContainText("Changed");
  const changed = page.url();
  expect(changed).toMatch(/status=FROZEN&sort=holder:asc&view=/);
  await page.reload();
  await expect(views.tab("Frozen cards")).toContainText("Changed");
  await views.resetLink.click();
  await expect(views.tab("Frozen cards")).not.toContainText("Changed");
  await expect(page).not.toHaveURL(/sort=/);

  await page.goto(changed);
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  await views.saveButton.click();
  await expect(views.tab("Frozen cards")).not.toContainText("Changed");
  await expect(page).toHaveURL(/sort=holder:asc/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/cards\?view=[0-9a-f-]{36}$/);
  await expect(views.tab("Frozen cards")).toContainText("Changed");
  await expect(views.tab("Frozen cards")).toHaveAttribute("href", /status=FROZEN&sort=holder:asc/);
});

test("the columns of a view are its own", async ({ browser }) => {
  const views = await openAs(browser, "support", "/cards?status=ACTIVE");
  const { page } = views;
  const header = page.getByRole("columnheader", { name: "Design" });
  const toggleDesign = async () => {
    await page.getByRole("button", { name: "Table settings" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Design" }).click();
    await page.keyboard.press("Escape");
  };
  await views.saveAs("Active");
  await views.tab("All").click();
  await expect(views.saveViewButton).toBeHidden();
  await toggleDesign();
  await expect(header).toBeHidden();
  await expect(page).not.toHaveURL(/columns/);
  await views.saveAs("Without designs");
  await expect(page).toHaveURL(/\/cards\?columns=-design&view=/);
  await views.tab("All").click();
  await toggleDesign();
  await expect(views.saveViewButton).toBeHidden();
  await views.tab("Active").click();
  await views.waitForOpen("Active");
  await toggleDesign();
  await expect(header).toBeHidden();
  await expect(page).toHaveURL(/columns=-design/);
  await expect(views.tab("Active")).toContainText("Changed");
  await views.saveButton.click();
  await expect(views.tab("Active")).not.toContainText("Changed");
  await views.tab("All").click();
  await expect(header).toBeVisible();
  await views.tab("Active").click();
  await expect(header).toBeHidden();
  await toggleDesign();
  await expect(header).toBeVisible();
  await expect(views.tab("Active")).toContainText("Changed");
});

test("a list opens with the default, and All opens the list itself", async ({ browser }) => {
  const views = await openAs(browser, "support", "/cards?status=FROZEN");
  const { page } = views;
  await views.saveAs("Frozen");
  await views.choose("Frozen", "Open by default");
  await expect(views.tab("All")).toHaveAttribute("href", "/cards?view=all");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Cards", exact: true })
    .click();
  await expect(page).toHaveURL(/status=FROZEN&view=/);
  await views.open("/cards");
  await expect(page).toHaveURL(/\/cards\?status=FROZEN&view=/);
  await views.waitForOpen("Frozen");
  await views.tab("All").click();
  await expect(page).toHaveURL("/cards?view=all");
  await views.waitForOpen("All");
  await views.open("/cards?status=ACTIVE");
  await views.waitForOpen("All");
  await views.saveViewButton.click();
  const name = views.dialog.getByRole("textbox", { name: "Name" });
  await name.fill("frozen");
  await views.dialog.getByRole("button", { name: "Save view" }).click();
  await expect(views.dialog.getByText("You already have a view with this name.")).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/cards?view=all");
  await views.choose("All", "Open by default");
  await expect(views.tab("All")).toHaveAttribute("href", "/cards");
  await views.open("/cards");
  await expect(page).toHaveURL("/cards");

  await views.tab("Frozen").click();
  await views.choose("Frozen", "Delete…");
  await views.dialog.getByRole("button", { name: "Delete view" }).click();
  await expect(views.tab("Frozen")).toBeHidden();
  await views.waitForOpen("All");
});

test("a shared view reaches a colleague, who can change it only with the right to share", async ({
  browser,
}) => {
  const manager = await openAs(browser, "manager", "/transactions?status=DECLINED");
  const support = await openAs(browser, "support", "/transactions");
  await manager.saveAs("Declined");
  await expect(support.tabs).toHaveCount(1);
  await manager.choose("Declined", "Share with team");
  // Without a reload.
  await expect(support.tab("Declined")).toBeVisible();
  await support.tab("Declined").click();
  await support.waitForOpen("Declined");
  await expect(support.page).toHaveURL(/\/transactions\?status=DECLINED&view=/);
  await support.page.getByRole("link", { name: "Billed" }).click();
  await expect(support.tab("Declined")).toContainText("Changed");
  await expect(support.saveButton).toBeHidden();
  await support.page.getByRole("button", { name: "Save as mine" }).click();
  await support.dialog.getByRole("textbox", { name: "Name" }).fill("Largest declined");
  await support.dialog.getByRole("button", { name: "Save view" }).click();
  await support.waitForOpen("Largest declined");
  await expect(manager.tab("Largest declined")).toBeHidden();

  await support.tab("Declined").click();
  await support.choose("Declined", "Open by default");
  await expect(support.tab("All")).toHaveAttribute("href", "/transactions?view=all");
  await manager.choose("Declined", "Delete…");
  await expect(manager.dialog).toContainText("disappears for everyone");
  await manager.dialog.getByRole("button", { name: "Delete view" }).click();
  await expect(support.tab("Declined")).toBeHidden();
  await expect(support.page.getByText(/^This view was deleted/)).toBeVisible();
  await support.open("/transactions");
  await expect(support.page).toHaveURL("/transactions");
});

test("a save is refused if a colleague saved first, and can be saved as a new view", async ({ browser }) => {
  const manager = await openAs(browser, "manager", "/cards?status=FROZEN");
  await manager.saveAs("Ours", { isShared: true });
  const finance = await openAs(browser, "finance", new URL(manager.page.url()).pathname);
  await finance.tab("Ours").click();
  await finance.waitForOpen("Ours");
  await finance.page.getByRole("link", { name: "Cardholder" }).click();
  await expect(finance.tab("Ours")).toContainText("Changed");
  await manager.page.getByRole("link", { name: "Status" }).click();
  await expect(manager.tab("Ours")).toContainText("Changed");
  await manager.saveButton.click();
  await expect(manager.tab("Ours")).not.toContainText("Changed");
  await expect(finance.tab("Ours")).toHaveAttribute("href", /sort=status/);

  await finance.saveButton.click();
  await expect(finance.page.getByText("Couldn’t save the view").first()).toBeVisible();
  await expect(
    finance.page.getByText(/changed this view after you opened it, so nothing was saved/).first(),
  ).toBeVisible();
  await expect(finance.page).toHaveURL(/sort=holder/);
  await expect(manager.tab("Ours")).toHaveAttribute("href", /sort=status/);
  await finance.page.getByRole("button", { name: "Save as new view" }).first().click();
  await finance.dialog.getByRole("textbox", { name: "Name" }).fill("By name");
  await finance.dialog.getByRole("button", { name: "Save view" }).click();
  await finance.waitForOpen("By name");
  await expect(finance.page).toHaveURL(/status=FROZEN&sort=holder:asc&view=/);
});

test("views are moved by keys, by the menu, and by dragging, and renamed", async ({ browser }) => {
  const views = await openAs(browser, "support", "/cards?status=FROZEN");
  const { page } = views;
  await views.saveAs("One");
  for (const [name, status] of [
    ["Two", "ACTIVE"],
    ["Three", "BLOCKED"],
  ]) {
    await views.open(`/cards?status=${status}`);
    await views.saveAs(name ?? "");
  }
  expect(await views.names()).toEqual(["All", "One", "Two", "Three"]);
  await views.tab("Three").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByText("Three moved to position 2 of 3.")).toBeAttached();
  await expect(views.tab("Three")).toBeFocused();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByText("Three moved to position 1 of 3.")).toBeAttached();
  await views.choose("Three", "Move right");
  await expect.poll(() => views.names()).toEqual(["All", "One", "Three", "Two"]);
  await views.tab("Two").dragTo(views.tab("One"));
  await expect.poll(() => views.names()).toEqual(["All", "Two", "One", "Three"]);
  await expect
    .poll(
      async () =>
        (
          await dashboard.database.query(
            "select from audit where action = 'view.arrange' and phase = 'finish'",
          )
        ).rowCount,
    )
    .toBe(4);
  await page.reload();
  expect(await views.names()).toEqual(["All", "Two", "One", "Three"]);

  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  await views.choose("Three", "Rename…");
  const name = views.dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("Three");
  await name.fill("Two");
  await views.dialog.getByRole("button", { name: "Rename" }).click();
  await expect(
    views.dialog.getByText("You already have a view with this name. Choose another name."),
  ).toBeVisible();
  await name.fill("Blocked");
  await views.dialog.getByRole("button", { name: "Rename" }).click();
  await expect(views.tab("Blocked")).toBeVisible();
});

test("views are moved with a finger, and a tap still opens one", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: dashboard.origin,
    hasTouch: true,
    viewport: { width: 390, height: 800 },
  });
  opened.push(context);
  await signInWithRole(context.request, "support");
  await dashboard.database.query(
    `insert into saved_views (id, list, name, query, owner_id, changed_by, created_at)
     select gen_random_uuid(), 'cards', names.name, 'status=FROZEN', p.id, p.id, now() + names.place * interval '1 s'
     from people p, (values ('One', 1), ('Two', 2), ('Three', 3)) as names (name, place)
     where p.email = 'support@cardwell.test'`,
  );
  const views = new ViewTabs(await context.newPage());
  await views.open("/cards?view=all");
  const { page } = views;
  const session = await context.newCDPSession(page);
  const centerOf = async (name: string) => {
    const { x, y, width, height } = (await views.tab(name).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [from, to] = [await centerOf("Three"), await centerOf("One")];
  await touch("touchStart", [from]);
  await expect(views.strip.locator("[data-dragged]")).toContainText("Three");
  await touch("touchMove", [{ x: (from.x + to.x) / 2, y: to.y }]);
  await touch("touchMove", [to]);
  await touch("touchEnd", []);
  await session.detach();
  await expect.poll(() => views.names()).toEqual(["All", "Three", "One", "Two"]);
  await expect(page.getByText("Three moved to position 1 of 3.")).toBeAttached();
  await views.waitForOpen("All");
  await views.tab("One").tap();
  await views.waitForOpen("One");
  await page.reload();
  await expect.poll(() => views.names()).toEqual(["All", "Three", "One", "Two"]);
});

test("a person's own changes of a view never stop them from saving it", async ({ browser }) => {
  const views = await openAs(browser, "manager", "/cards?status=FROZEN");
  const { page } = views;
  const refused = page.getByText("Couldn’t save the view");
  await views.saveAs("Mine");
  await page.getByRole("link", { name: "Cardholder" }).click();
  await expect(views.tab("Mine")).toContainText("Changed");
  await views.choose("Mine", "Rename…");
  await views.dialog.getByRole("textbox", { name: "Name" }).fill("Renamed");
  await views.dialog.getByRole("button", { name: "Rename" }).click();
  await expect(views.tab("Renamed")).toContainText("Changed");
  await views.choose("Renamed", "Share with team");
  await expect(views.tab("Renamed")).toContainText("shared");
  // Twice, before the page shows the first one.
  await views.saveButton.dblclick();
  await expect(views.tab("Renamed")).not.toContainText("Changed");
  await expect(views.tab("Renamed")).toBeFocused();
  await expect(refused).toBeHidden();
  await page.getByRole("link", { name: "Status" }).click();
  await expect(views.tab("Renamed")).toContainText("Changed");
  await views.saveButton.click();
  await expect(views.tab("Renamed")).not.toContainText("Changed");
  await expect(refused).toBeHidden();
});

test("a view isn't renamed or deleted if a colleague changed it after the dialog opened", async ({
  browser,
}) => {
  const manager = await openAs(browser, "manager", "/cards?status=FROZEN");
  await manager.saveAs("Ours", { isShared: true });
  const finance = await openAs(browser, "finance", "/cards");
  await finance.tab("Ours").click();
  await finance.waitForOpen("Ours");
  // Behind a dialog, roles aren't found.
  const tabBehind = (name: string) => finance.page.locator("[data-view]", { hasText: name });
  const rename = async (views: ViewTabs, name: string) => {
    await views.dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await views.dialog.getByRole("button", { name: "Rename" }).click();
  };
  await finance.choose("Ours", "Rename…");
  await expect(finance.dialog).toBeVisible();
  await manager.choose("Ours", "Rename…");
  await rename(manager, "Theirs");
  await expect(tabBehind("Theirs")).toBeAttached();
  await rename(finance, "Mine");
  await expect(
    finance.dialog.getByText(/changed this view after you opened it, so it wasn’t renamed/),
  ).toBeVisible();
  await finance.page.keyboard.press("Escape");
  await expect(finance.dialog).toBeHidden();
  await finance.choose("Theirs", "Delete…");
  await expect(finance.dialog).toBeVisible();
  await manager.choose("Theirs", "Rename…");
  await rename(manager, "Ours again");
  await expect(tabBehind("Ours again")).toBeAttached();
  await finance.dialog.getByRole("button", { name: "Delete view" }).click();
  await expect(finance.dialog.getByText(/so it wasn’t deleted/)).toBeVisible();
  await finance.page.keyboard.press("Escape");
  await expect(finance.dialog).toBeHidden();

  // Now they know.
  await finance.choose("Ours again", "Delete…");
  await finance.dialog.getByRole("button", { name: "Delete view" }).click();
  await finance.waitForOpen("All");
  await expect(finance.tab("All")).toBeFocused();
  await expect(manager.page.getByText(/^This view was deleted/)).toBeVisible();
  await finance.page.getByRole("button", { name: "Undo" }).first().click();
  await expect(finance.page.getByText("Restored Ours again").first()).toBeVisible();
  await expect(finance.tab("Ours again")).toBeVisible();
  await manager.waitForOpen("Ours again");
  await expect(manager.page.getByText(/^This view was deleted/)).toBeHidden();
});

test("a save for everyone and the team's default say so, and can be undone", async ({ browser }) => {
  const manager = await openAs(browser, "manager", "/cards?status=FROZEN");
  const { page } = manager;
  await manager.saveAs("Ours", { isShared: true });
  await page.getByRole("link", { name: "Cardholder" }).click();
  await expect(manager.tab("Ours")).toContainText("Changed");
  await expect(manager.saveButton).toHaveText("Save for everyone");
  await manager.saveButton.click();
  await expect(page.getByText("Saved Ours for everyone").first()).toBeVisible();
  await expect(manager.tab("Ours")).not.toContainText("Changed");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("Ours is as before").first()).toBeVisible();
  await expect(manager.tab("Ours")).toHaveAttribute("href", /\?status=FROZEN&view=/);
  await expect(manager.tab("Ours")).toContainText("Changed");
  await manager.saveButton.click();
  await expect(manager.tab("Ours")).not.toContainText("Changed");

  await page.reload();
  await expect(page.getByText("Connected", { exact: true })).toBeAttached();
  await manager.choose("Ours", "Open by default for the team");
  await expect(page.getByText("Ours opens by default for the team").first()).toBeVisible();
  await expect(manager.tab("Ours")).toContainText("the team’s default");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(manager.tab("Ours")).not.toContainText("the team’s default");
  await manager.choose("Ours", "Open by default");
  await expect(manager.tab("Ours")).toContainText("your default");

  await manager.choose("Ours", "Stop sharing…");
  await expect(manager.dialog).toContainText("Only you will see the view");
  await manager.dialog.getByRole("button", { name: "Stop sharing" }).click();
  await expect(manager.tab("Ours")).not.toContainText("shared");
});

test("sharing what was searched for, and stopping a colleague's view, are confirmed", async ({ browser }) => {
  const finance = await openAs(browser, "finance", "/cards?search=Ada");
  await finance.saveViewButton.click();
  await expect(finance.dialog.getByText("including what you searched for")).toBeVisible();
  await finance.page.keyboard.press("Escape");
  await expect(finance.dialog).toBeHidden();
  await finance.saveAs("Ada");
  await finance.choose("Ada", "Share with team…");
  await expect(finance.dialog).toContainText("including what you searched for");
  await finance.dialog.getByRole("button", { name: "Share" }).click();
  await expect(finance.tab("Ada")).toContainText("shared");
  const manager = await openAs(browser, "manager", finance.page.url());
  await manager.choose("Ada", "Stop sharing…");
  await expect(manager.dialog).toContainText(/Only .+ will see the view/);
  await expectAccessible(manager.page);
  await manager.dialog.getByRole("button", { name: "Stop sharing" }).click();
  await expect(manager.tab("Ada")).toBeHidden();
  await expect(finance.tab("Ada")).not.toContainText("shared");
});

test("what a refused save offers ends with the view, and a number of all cards leads to all of them", async ({
  browser,
}) => {
  const views = await openAs(browser, "manager", "/cards?status=FROZEN");
  const { page } = views;
  await views.saveAs("Frozen", { isShared: true });
  await page.getByRole("link", { name: "Cardholder" }).click();
  await expect(views.tab("Frozen")).toContainText("Changed");
  await dashboard.database.query("update saved_views set version = version + 1");
  await views.saveButton.click();
  const offer = page.getByRole("button", { name: "Save as new view" });
  await expect(offer.first()).toBeVisible();
  await views.tab("All").click();
  await views.waitForOpen("All");
  await expect(offer).toHaveCount(0);

  await views.tab("Frozen").click();
  await views.choose("Frozen", "Open by default");
  await expect(views.tab("All")).toHaveAttribute("href", "/cards?view=all");
  await page.goto("/");
  await page
    .getByRole("link", { name: /^All cards/ })
    .first()
    .click();
  await expect(page).toHaveURL("/cards?view=all");
});

test("a view with a filter that no longer exists opens, and says which", async ({ browser }) => {
  const views = await openAs(browser, "admin", "/webhooks?verdict=accepted");
  await views.saveAs("Accepted");
  await dashboard.database.query("update saved_views set query = 'verdict=accepted&effect=vanished'");
  await views.page.reload();
  await views.tab("Accepted").click();
  await expect(views.page.getByText("This view’s filter “Effect: vanished” no longer exists.")).toBeVisible();
  await expect(views.tab("Accepted")).toContainText("Changed");
  await expectAccessibleEverywhere(views.page);
  await views.saveButton.click();
  await expect(views.page.getByText(/no longer exists/)).toBeHidden();
  await expect(views.tab("Accepted")).not.toContainText("Changed");
});

test("every list has views, and many of them scroll inside their row", async ({ browser }) => {
  for (const url of [
    "/transactions?status=DECLINED",
    "/reports?type=daily",
    "/audit?outcome=failed",
    "/webhooks?verdict=accepted",
    "/reconciliation/exceptions?state=open",
  ]) {
    const views = await openAs(browser, "admin", url);
    await views.saveAs("Mine", { isShared: true });
    await views.tab("All").click();
    await views.tab("Mine").click();
    await views.waitForOpen("Mine");
    await expect(views.tab("Mine")).not.toContainText("Changed");
    await opened.pop()?.close();
  }
  await dashboard.database.query(
    `insert into saved_views (id, list, name, query, owner_id, is_shared, changed_by)
     select gen_random_uuid(), 'cards', 'A view with a longer name ' || n, 'status=FROZEN', p.id, n % 2 = 0, p.id
     from people p, generate_series(1, 15) n where p.email = 'admin@cardwell.test'`,
  );
  const views = await openAs(browser, "admin", "/cards");
  await views.tab("A view with a longer name 15").click();
  await views.waitForOpen("A view with a longer name 15");
  await new CardsPage(views.page).check("Active");
  await expect(views.tab("A view with a longer name 15")).toContainText("Changed");
  await expectAccessibleEverywhere(views.page);

  // On a phone, what saves and resets the view is below the tabs.
  await views.page.setViewportSize({ width: 390, height: 800 });
  await views.page.reload();
  const open = views.strip.locator("[data-current]");
  await expect.poll(async () => (await open.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  const tab = await open.boundingBox();
  const reset = await views.resetLink.boundingBox();
  expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(reset?.y).toBeGreaterThanOrEqual((tab?.y ?? 0) + (tab?.height ?? 0));
});
