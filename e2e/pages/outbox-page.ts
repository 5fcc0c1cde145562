import type { Page } from "@playwright/test";

/** The link of the newest email to this address, in a tab of its own. */
export async function readMailedLink(page: Page, address: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto("/sandbox/outbox");
  const mail = outbox.getByRole("article", { name: new RegExp(`, to ${address}$`) }).first();
  const href = await mail.getByRole("link").getAttribute("href");
  await outbox.close();
  return href ?? "";
}
