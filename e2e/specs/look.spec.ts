import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";
import { PAGES } from "./access/matrix";

// The sign-in page comes first: it is seen by those who have not signed in.
const paths = Object.keys(PAGES)
  .filter((path) => !path.includes("["))
  .sort((a, b) => Number(b === "/login") - Number(a === "/login"));

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test.describe(`in ${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test("every page is accessible and does not scroll sideways", async ({ page, enter }) => {
        test.setTimeout(300_000);
        for (const path of paths) {
          if (path === paths[1]) await enter("admin");
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expectAccessible(page);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, path).toBeLessThanOrEqual(0);
        }
      });
    });
  }
}

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
