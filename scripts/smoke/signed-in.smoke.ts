import type { Page } from "@playwright/test";
import { Shell } from "@/e2e/pages/shell";
import { waitForConnection } from "@/e2e/pages/wait-for-connection";
import { check, expect } from "./check";

const LISTS = {
  Cards: "/cards",
  Transactions: "/transactions",
  Designs: "/designs",
  Reports: "/reports",
  Reconciliation: "/reconciliation",
  "Bulk runs": "/bulk",
  Approvals: "/approvals",
  Webhooks: "/webhooks",
  "Audit log": "/audit",
};
const MAX_INDEX_AGE_MS = 60_000;

check("the event stream connects", async ({ page }) => {
  await page.goto("/");
  await waitForConnection(page);
});

for (const [title, path] of Object.entries(LISTS)) {
  check(`${title} has rows, or says that it is empty`, async ({ page }) => {
    await openPermitted(page, path);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(title);
    const rows = main.locator("tbody tr").or(main.getByRole("listitem"));
    const isEmpty = main.getByText(/^(No |Nothing )/);
    await expect(rows.or(isEmpty).first()).toBeVisible();
    await expect(main.getByRole("alert")).toHaveCount(0);
  });
}

check("a search is answered", async ({ request }) => {
  const response = await request.get("/api/search?text=a");
  expect(response.status()).toBe(200);
  expect(await response.json()).toHaveProperty("cards");
});

check("the card index is current", async ({ request }) => {
  await expect
    .poll(async () => {
      const { now, cards, transactions } = await (await request.get("/api/index-state")).json();
      const ages = [cards, transactions].map(({ asOf }) => Date.parse(now) - Date.parse(asOf));
      return Math.max(...ages) < MAX_INDEX_AGE_MS;
    })
    .toBe(true);
});

check("the issuer answers", async ({ request }) => {
  await expect.poll(async () => (await (await request.get("/api/connection")).json()).breaker).toBe("closed");
});

check("the connection page shows the issuer, and the version", async ({ page }, { annotations }) => {
  await openPermitted(page, "/settings/connection");
  await expect(page.getByText(/^Responded in \d+ ms$/)).toBeVisible();
  const version = await page
    .getByText(/, build \w+$/)
    .first()
    .innerText();
  annotations.push({ type: "version", description: version });
});

check("personal data is not cached", async ({ request }) => {
  for (const path of ["/", "/cards", "/api/connection"])
    expect((await request.get(path)).headers()["cache-control"], path).toContain("no-store");
});

/** From the navigation, as a person does: it leads only to what their role can open. */
async function openPermitted(page: Page, path: string): Promise<void> {
  await page.goto("/");
  const { navigation, account } = new Shell(page);
  await account.waitFor();
  const isPermitted = (await navigation.locator(`a[href="${path}"]`).count()) > 0;
  check.skip(!isPermitted, "The role of this person has no access to this page.");
  expect((await page.goto(path))?.status()).toBe(200);
}
