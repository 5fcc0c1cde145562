import { expectFitAnywhere } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { PAGES } from "./access/matrix";

// The sign-in page comes first: it is seen by those who have not signed in.
const paths = Object.keys(PAGES)
  .filter((path) => !path.includes("["))
  .sort((a, b) => Number(b === "/login") - Number(a === "/login"));

test("every page is fit for everyone", async ({ page, enter }) => {
  test.setTimeout(600_000);
  for (const path of paths) {
    if (path === paths[1]) await enter("admin");
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await test.step(path, () => expectFitAnywhere(page));
  }
});

test("asks no other host for anything, and breaks no rule of its own policy", async ({
  page,
  enter,
  baseURL,
}) => {
  await enter("admin");
  const hosts = new Set<string>();
  page.on("request", (request) => {
    if (request.url().startsWith("http")) hosts.add(new URL(request.url()).origin);
  });
  for (const path of paths) await page.goto(path);
  expect([...hosts]).toEqual([baseURL]);
});

test("keeps the theme that was chosen, from the first paint", async ({ page, shell, enter }) => {
  await enter("support");
  await page.goto("/");
  await shell.account.click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("lists the shortcuts at ?, and goes where they lead", async ({ page, shell, enter }) => {
  await enter("admin");
  await page.goto("/");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(shell.heading).toHaveText("Audit log");
});
