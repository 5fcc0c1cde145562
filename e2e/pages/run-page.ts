import { expect, type Locator, type Page } from "@playwright/test";

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
    await this.page.getByRole("button", { name: /^(Freeze|Unfreeze) \d+ cards?…$/ }).click();
    await this.page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Freeze|Unfreeze) \d+ cards?$/ })
      .click();
    await expect(this.page.getByRole("dialog")).toBeHidden();
  }

  async expectFinished(): Promise<void> {
    await expect(this.heading).toContainText("Finished", { timeout: 90_000 });
  }
}
