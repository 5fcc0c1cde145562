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
  await sandboxPage.dialog.getByRole("button", { name: "Start paused" }).click();
  await expect(sandboxPage.dialog.getByText("Enter “reset” to confirm.")).toBeVisible();
  await expectAccessible(page);
  await sandboxPage.confirmReplacement("Start paused");
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
  await expect(recording.getByText("only until the data is replaced")).toBeVisible();
  await recording.getByLabel("Name").fill("A lost card");
  await recording.getByRole("button", { name: "Add to stories" }).click();
  await expect(page.getByText("Added “A lost card” to the stories").last()).toBeVisible();
  await expect(sandboxPage.stories.getByLabel("Story", { exact: true })).toContainText("A lost card");
  const download = page.waitForEvent("download");
  await recording.getByRole("button", { name: "Save as file" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(`card: ${card.id}`);
  expect(text).toContain("amount: 60");
  expect(text).toContain("name: A lost card");
  expect(text).toContain(`$schema=${sandbox.url}/story.schema.json`);
});

test("plays a story from a file, and says where a file is wrong", async ({
  sandbox,
  signInAs,
  sandboxPage,
  page,
}) => {
  await signInAs("manager");
  await sandboxPage.open();
  const { stories } = sandboxPage;
  const choose = (name: string, text: string) =>
    stories
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/yaml", buffer: Buffer.from(text) });
  await choose("wrong.yaml", "name: Wrong\nsteps:\n  - purchase: { card: ada, amount: -5 }\n");
  await expect(stories.getByRole("alert")).toContainText(
    "wrong.yaml: line 3, steps.1.purchase.amount: must be more than 0",
  );
  await choose("picture.yaml", "PNG\0");
  await expect(stories.getByRole("alert")).toContainText("picture.yaml: This isn’t a text file.");
  await choose("large.json", " ".repeat(500_001));
  await expect(stories.getByRole("alert")).toContainText("large.json: The file is too large.");
  await expectAccessible(page);

  await choose("one-card.yaml", "name: One more card\nsteps:\n  - issue: { holder: Ada Onemore }\n");
  await expect(stories.getByLabel("Story", { exact: true })).toHaveValue("one-more-card");
  await stories.getByLabel("Speed").selectOption("All at once");
  const { counts } = await sandbox.health();
  await stories.getByRole("button", { name: "Play story" }).click();
  await expect(stories.getByRole("status")).toContainText("One more card: Finished, 1 of 1 events");
  expect((await sandbox.health()).counts.cards).toBe(counts.cards + 1);
});

test("after a story has replaced the data, nothing of the old data is left", async ({
  sandbox,
  signInAs,
  sandboxPage,
  page,
}) => {
  const card = await sandbox.issueCard({ holder: "Gone Tomorrow", spendLimit: 100 });
  await signInAs("admin");
  await sandboxPage.open();
  await sandboxPage.pay(card.id, 60);
  await expect(sandboxPage.purchase.getByText("Approved", { exact: true })).toBeVisible();
  await expect(sandboxPage.transactions.first()).toContainText(
    `Kowloon Hardware•• ${card.lastFour} Gone Tomorrow`,
  );
  const { stories } = sandboxPage;
  await stories.getByLabel("Story", { exact: true }).selectOption("A quiet month");
  await stories.getByLabel("Speed").selectOption("All at once");
  await stories.getByRole("button", { name: "Play story" }).click();
  await sandboxPage.confirmReplacement("Play story");
  await expect(stories.getByRole("status")).toContainText("Finished");
  await expect(sandboxPage.purchase.getByText("Approved", { exact: true })).toBeHidden();
  await expect(sandboxPage.purchase.getByLabel("Or enter a card ID")).toHaveValue("");
  await expect(stories.getByText(/^The newest 200 of \d+ events$/)).toBeVisible();
  await expect(sandboxPage.storyLog).toHaveCount(200);
  await page.goto("/audit?action=sandbox.start-story");
  await expect(page.getByRole("main")).toContainText("a-quiet-month");
});
