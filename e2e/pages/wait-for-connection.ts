import type { Page } from "@playwright/test";

/** Waits until an open page is connected to the event stream; before that, only its links work. */
export async function waitForConnection(page: Page): Promise<void> {
  await page.getByText("Connected", { exact: true }).waitFor({ state: "attached" });
}
