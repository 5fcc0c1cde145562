import { expect, test } from "@/e2e/fixtures/test";

test("a new browser is announced by email, and the sandbox shows it", async ({ page, signInAs }) => {
  await signInAs("support");
  await page.goto("/sandbox/outbox");
  const mail = page
    .getByRole("article", { name: "New sign-in to Cardwell, to support@cardwell.test" })
    .first();
  await expect(mail).toContainText("If this wasn’t you, end the session");
  await mail.getByRole("link", { name: "Review your sessions" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile");
});

test("an admin sends a test email and looks at the previews", async ({ page, context, signInAs }) => {
  await signInAs("admin");
  await page.goto("/settings/alerts");
  await page.getByRole("button", { name: "Send a test email to yourself" }).click();
  const sent = page.getByRole("region", { name: "Sent email" }).getByRole("listitem");
  await expect(sent.filter({ hasText: "Test email from Cardwell" })).toContainText("To admin@cardwell.test");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Ines Duarte invited you to Cardwell" }).click();
  const preview = await opened;
  await expect(preview.getByText("Hello Ada Lovelace,")).toBeVisible();
  await preview.emulateMedia({ colorScheme: "dark" });
  await expect(preview.locator("body")).toHaveCSS("background-color", "rgb(17, 17, 19)");
});
