import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The webhooks that arrived. */
export class WebhooksPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly reprocess: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Webhooks" });
    this.rows = this.table.locator("tbody tr");
    this.reprocess = page.getByRole("button", { name: "Reprocess" });
  }

  /** `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/webhooks${view}`);
    await waitForConnection(this.page);
  }

  row(eventId: string): Locator {
    return this.rows.filter({ hasText: eventId.slice(0, 24) });
  }

  /** The delivery in the side panel. */
  entry(): Locator {
    return this.page.getByRole("complementary", { name: /^Delivery/ });
  }
}
