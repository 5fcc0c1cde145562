import { expectAccessibleEverywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { NEEDS_PARAMETERS, PAGES } from "./access/matrix";

// The sign-in page comes first, before signing in.
const paths = Object.keys(PAGES)
  .filter((path) => !path.includes("[") && !NEEDS_PARAMETERS.has(path))
  .sort((a, b) => Number(b === "/login") - Number(a === "/login"));

test("every page is accessible", async ({ page, signInAs }) => {
  test.setTimeout(600_000);
  for (const path of paths) {
    if (path === paths[1]) await signInAs("admin");
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await test.step(path, () => expectAccessibleEverywhere(page));
  }
});

test("the pages of one design and of an invitation are accessible", async ({
  page,
  signInAs,
  teamPage,
  sandbox,
  browser,
}) => {
  test.setTimeout(180_000);
  await signInAs("admin");
  const { cardDesigns } = await sandbox.designs();
  await page.goto(`/designs/${cardDesigns[0]?.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessibleEverywhere(page);

  await teamPage.open();
  const email = `look-${Date.now()}@example.com`;
  const link = await teamPage.invite({ name: "Grace Hopper", email, role: "manager" });
  const theirs = await browser.newContext();
  const welcome = await theirs.newPage();
  await welcome.goto(link);
  await expect(welcome.getByLabel("Password")).toBeVisible();
  await expectAccessibleEverywhere(welcome);
  await theirs.close();
});

test("makes no requests to other hosts, and follows its content security policy", async ({
  page,
  signInAs,
  baseURL,
}) => {
  await signInAs("admin");
  const hosts = new Set<string>();
  page.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).origin);
  });
  for (const path of paths) await page.goto(path);
  expect([...hosts]).toEqual([baseURL]);
});

test("keeps the chosen theme after a reload", async ({ page, shell, signInAs }) => {
  await signInAs("support");
  await page.goto("/");
  await shell.account.click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("lists the shortcuts with ?, and follows them", async ({ page, shell, signInAs }) => {
  await signInAs("admin");
  await page.goto("/");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(shell.heading).toHaveText("Audit log");
});

test("a sortable header is aligned with its numbers", async ({ page, signInAs }) => {
  await signInAs("finance");
  await page.goto("/transactions");
  const gap = await page.getByRole("table", { name: "Transactions" }).evaluate((table: HTMLTableElement) => {
    const rightOf = (node: Node | null | undefined) => {
      const range = document.createRange();
      if (node) range.selectNodeContents(node);
      return range.getBoundingClientRect().right;
    };
    const header = Array.from(table.tHead?.rows[0]?.cells ?? []).find((cell) =>
      cell.textContent?.startsWith("Billed"),
    );
    const figures = table.tBodies[0]?.rows[0]?.cells[header?.cellIndex ?? 0];
    return Math.abs(rightOf(header?.querySelector("a")?.firstChild) - rightOf(figures));
  });
  expect(gap).toBeLessThan(1);
});

test("a dialog's text has a gap to its buttons, and no breadcrumb ends in a slash", async ({
  sandbox,
  signInAs,
  cardPage,
  page,
}) => {
  const card = await sandbox.issueCard();
  await signInAs("support");
  await cardPage.openConnected(card.id);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).not.toHaveText(/\/\s*$/);
  await page.keyboard.press("f");
  await expect(cardPage.dialog).toBeVisible();
  const gap = await cardPage.dialog.evaluate((dialog) => {
    const description = document.getElementById(dialog.getAttribute("aria-describedby") ?? "");
    const footer = dialog.querySelector("[data-footer]");
    return (footer?.getBoundingClientRect().top ?? 0) - (description?.getBoundingClientRect().bottom ?? 0);
  });
  expect(gap).toBeGreaterThanOrEqual(12);
});

test("the whole calendar of the report dialog is visible on a low screen", async ({
  page,
  signInAs,
  reportsPage,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signInAs("finance");
  await reportsPage.open();
  await reportsPage.requestButton.click();
  await expect(reportsPage.dialog.getByRole("grid")).toBeInViewport({ ratio: 0.99 });
});
