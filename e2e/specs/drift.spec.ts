import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { startDashboard } from "@/e2e/fixtures/dashboard";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { startIssuerProxy } from "@/scripts/prove/issuer-proxy";

const NO_DIFFERENCES = "No differences: every answer so far follows the contract.";

test("answers that differ from the contract are listed on the connection page until they are cleared", {
  tag: "@full",
}, async ({ browser, stack, sandbox }) => {
  test.setTimeout(300_000);
  const card = await sandbox.issueCard({ holder: "Ada Lovelace" });
  const proxy = await startIssuerProxy(Number(new URL(stack.sandboxUrl).port));
  const dashboard = await startDashboard({ env: { SANDBOX_URL: `http://localhost:${proxy.port}` } });
  const context = await browser.newContext({ baseURL: dashboard.origin });
  const page = await context.newPage();
  const differences = page.getByRole("list", { name: "Differences from the contract" });
  try {
    await signInWithRole(context.request, "admin");
    await page.goto("/settings/connection");
    await expect(page.getByText(NO_DIFFERENCES)).toBeVisible();
    await expect(page.getByRole("button", { name: "Clear" })).toBeHidden();

    proxy.rewrite = (json, path) =>
      path.includes(card.id) ? { ...(json as object), status: "ON_HOLD", nickname: "Ada Lovelace" } : json;
    await page.goto(`/cards/${card.id}`);
    await expect(page.getByText("ON_HOLD").first()).toBeVisible();
    await expect(async () => {
      await page.goto("/settings/connection");
      await expect(differences.getByRole("listitem")).toHaveCount(2, { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    const [status, nickname] = [
      differences.getByRole("listitem").filter({ hasText: "Unknown value" }),
      differences.getByRole("listitem").filter({ hasText: "Unknown field" }),
    ];
    await expect(status).toContainText("Shown as is");
    await expect(status).toContainText("GET /cards/{cardId}/ status");
    await expect(status).toContainText(
      "Example: ON_HOLD. Contract: 2.1 Card: an open set; known are ACTIVE, FROZEN, BLOCKED. The dashboard shows it as it is.",
    );
    await expect(nickname).toContainText('Example: "Aaa Aaaaaaaa".');
    await expect(nickname).toContainText("The dashboard ignores it.");
    await expect(nickname).toContainText(/Seen \d+×, first .+, last /);
    await expect(page.getByText("Ada Lovelace")).toBeHidden();
    await expectAccessible(page);

    proxy.rewrite = null;
    // What was seen in the last second is written after a clear.
    await expect(async () => {
      const clear = page.getByRole("button", { name: "Clear" });
      if (await clear.isVisible()) await clear.click();
      await expect(page.getByText(NO_DIFFERENCES)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await page.goto("/audit?action=drift.clear");
    await expect(page.getByRole("table", { name: "Audit log" })).toContainText(
      "Clear differences from the contract",
    );
  } finally {
    await context.close();
    await dashboard.stop();
    await proxy.close();
  }
});
