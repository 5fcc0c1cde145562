import type { Locator, Page } from "@playwright/test";

/** A run: the same change of many cards. */
export class RunPage {
  readonly heading: Locator;
  readonly items: Locator;
  readonly progress: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    this.items = page.getByRole("table", { name: "Cards" }).locator("tbody tr");
    this.progress = page.getByRole("main").getByRole("status");
  }

  item(text: string | RegExp): Locator {
    return this.items.filter({ hasText: text });
  }

  /** Confirms the plan that is on screen. */
  async start(): Promise<void> {
    await this.page.getByRole("button", { name: /^(Freeze|Unfreeze) [\d,]+ (of [\d,]+ )?cards?…$/ }).click();
    await this.page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Freeze|Unfreeze) [\d,]+ (of [\d,]+ )?cards?$/ })
      .click();
    await this.page.getByRole("dialog").waitFor({ state: "hidden" });
  }

  /** Types the number of cards; the button's name depends on whether a second person is needed. */
  async startBlock(count: number, { label = "Block permanently", reason = "" } = {}): Promise<void> {
    await this.page.getByRole("button", { name: /^Block \d+ (of \d+ )?cards?…$/ }).click();
    const dialog = this.page.getByRole("dialog");
    if (reason) await dialog.getByLabel("Reason for the approver").fill(reason);
    await dialog.getByLabel(`Type ${count} to confirm`).fill(String(count));
    await dialog.getByRole("button", { name: label }).click();
    await dialog.waitFor({ state: "hidden" });
  }

  /** However many cards it has: only the test's own timeout ends this. */
  async waitForFinished(): Promise<void> {
    await this.heading.filter({ hasText: "Finished" }).waitFor({ timeout: 0 });
  }
}
