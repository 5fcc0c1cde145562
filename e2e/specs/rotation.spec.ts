import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { startDashboard } from "@/e2e/fixtures/dashboard";
import { signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { CreateCardPage } from "@/e2e/pages/create-card-page";
import { findFreePorts } from "@/scripts/ports.mjs";

const FIRST = "9f2c51d07be84a36a1d8e4537c60bf92";
const SECOND = "4be17a90c3d24f5f8a6e02d91c75b3e8";
const THIRD = "d05a83f6172e4c99b4f7a1c86e30d52b";

test("a new secret signs nobody out while the previous one is set, and a draft of a lost secret is reported", {
  tag: "@full",
}, async ({ browser }) => {
  test.setTimeout(300_000);
  const dataDir = mkdtempSync(join(tmpdir(), "cardwell-rotation-"));
  const [port = 0] = await findFreePorts(1);
  const start = (secret: string, previous = "") =>
    startDashboard({
      port,
      env: { DATA_DIR: dataDir, NEXTAUTH_SECRET: secret, NEXTAUTH_SECRET_PREVIOUS: previous },
    });
  const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
  const page = await context.newPage();
  const wizard = new CreateCardPage(page);
  const applicant = page.getByLabel("KYC applicant ID");

  let dashboard = await start(FIRST);
  try {
    await signInWithRole(context.request, "admin");
    await wizard.open();
    await applicant.fill("applicant-4711");
    await expect(wizard.draftSaved).toBeVisible();
    const draft = page.url();

    await dashboard.stop();
    dashboard = await start(SECOND, FIRST);
    await page.goto(draft);
    await expect(applicant).toHaveValue("applicant-4711");
    await expect(async () => {
      await page.goto("/settings/connection");
      const message =
        /^Everything is encrypted with the current secret\. Keep NEXTAUTH_SECRET_PREVIOUS until .+, when the last session signed with it has ended\.$/;
      await expect(page.getByText(message)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    expect(dashboard.output()).toContain(
      "Settings, Connection says when NEXTAUTH_SECRET_PREVIOUS can be removed",
    );

    const copies = page.getByRole("list", { name: "Copies" }).getByRole("listitem");
    await expect(copies).toHaveCount(2);
    await expect(copies.first()).toContainText("Running");
    await page.getByRole("link", { name: "Show as table" }).click();
    await expect(page.getByRole("table", { name: "Values of the last hour" })).toBeVisible();
    await expect(page.getByRole("figure", { name: "Requests", exact: true })).toBeVisible();
    await expectAccessible(page);

    await dashboard.stop();
    dashboard = await start(THIRD);
    await page.goto(draft);
    await expect(page).toHaveURL(/\/login/);
    await signInWithRole(context.request, "admin");
    await page.goto(draft);
    await expect(page.getByText("This draft can’t be opened")).toBeVisible();
    await expect(
      page.getByText("It was encrypted with a secret that this server no longer has."),
    ).toBeVisible();
    await expect(wizard.form).toHaveCount(0);
    await expect(wizard.draftSaved).toHaveCount(0);

    await page.goto("/cards/new");
    await expect(page.getByText("An earlier draft can’t be opened")).toBeVisible();
    await page.goto(draft);
    await page.getByRole("button", { name: "Discard and start over" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await expect(page).not.toHaveURL(draft);
    await expect(page).toHaveURL(/\/cards\/new\?draft=/);
    await expect(applicant).toHaveValue("");
    await expect(page.getByText(/draft can’t be opened/)).toHaveCount(0);
  } finally {
    await dashboard.stop();
    await context.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
