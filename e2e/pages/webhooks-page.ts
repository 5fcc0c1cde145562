import { expect, type Locator, type Page } from "@playwright/test";

export class WebhooksPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly reprocess: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Webhooks" });
    this.rows = this.table.locator("tbody tr");
    this.reprocess = page.getByRole("button", { name: "Reprocess" });
  }

  async open(view = ""): Promise<void> {
    await this.page.goto(`/webhooks${view}`);
    await expect(this.page.getByText("Connected", { exact: true })).toBeVisible();
  }

  row(eventId: string): Locator {
    return this.rows.filter({ hasText: eventId.slice(0, 24) });
  }

  /** The delivery in the side panel. */
  entry(): Locator {
    return this.page.getByRole("complementary", { name: /^Delivery/ });
  }
}
