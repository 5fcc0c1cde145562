import { readFile } from "node:fs/promises";
import { expectAccessible } from "@/e2e/fixtures/accessibility";
import { expect, test } from "@/e2e/fixtures/test";

test.afterEach(async ({ sandbox }) => {
  await sandbox.clearFaults();
  await sandbox.reset({ scenario: "demo" });
});

test("tells a story step by step, and to its end", async ({ sandbox, signInAs, sandboxPage, page }) => {
  await signInAs("support");
  await sandboxPage.open();
  const { stories } = sandboxPage;
  await stories.getByLabel("Story", { exact: true }).selectOption("A merchant breach");
  await expect(stories.getByText("A web shop loses the card data")).toBeVisible();
  await stories.getByRole("button", { name: "Start paused" }).click();
  await expect(stories.getByRole("status")).toContainText("A merchant breach: Paused, 0 of");
  await stories.getByRole("button", { name: "Step" }).click();
  await expect(sandboxPage.storyLog).toContainText(["Olivia Bennett"]);
  await expectAccessible(page);

  await stories.getByLabel("Speed").selectOption("All at once");
  await stories.getByRole("button", { name: "Play", exact: true }).click();
  await expect(stories.getByRole("status")).toContainText("Finished");
  const { results } = await sandbox.listCards();
  const olivia = results.find(({ cardholderName }) => cardholderName === "Olivia Bennett");
  expect(olivia?.status).toBe("BLOCKED");
});

test("records what is done on the page, and saves it as a story", async ({
  sandbox,
  signInAs,
  sandboxPage,
  page,
}) => {
  const card = await sandbox.issueCard({ spendLimit: 100 });
  await signInAs("finance");
  await sandboxPage.open();
  const { recording } = sandboxPage;
  await recording.getByRole("button", { name: "Start recording" }).click();
  await expect(recording.getByRole("status")).toHaveText("Recording: 0 steps");
  await sandboxPage.pay(card.id, 60);
  await expect(sandboxPage.purchase.getByText("Approved", { exact: true })).toBeVisible();
  await recording.getByRole("button", { name: "Stop recording" }).click();
  await expect(recording.getByRole("status")).toHaveText("1 step recorded.");
  const download = page.waitForEvent("download");
  await recording.getByRole("button", { name: "Save as file" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(`card: ${card.id}`);
  expect(text).toContain("amount: 60");
});
