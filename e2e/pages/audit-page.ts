import type { Locator, Page } from "@playwright/test";

/** The audit log. */
export class AuditPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly chain: Locator;
  readonly exportLink: Locator;
  readonly search: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Audit log" });
    this.rows = this.table.locator("tbody tr");
    this.chain = page.getByText(/^Verified through entry/);
    this.exportLink = page.getByRole("link", { name: "Export CSV" });
    this.search = page.getByLabel("Search by card, customer, person, or entry");
  }

  /** `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/audit${view}`);
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** The entry in the side panel. */
  entry(): Locator {
    return this.page.getByRole("complementary", { name: /^Entry/ });
  }

  async chooseFilter(filter: "Actor" | "Action" | "Outcome", option: string): Promise<void> {
    await this.page.getByRole("button", { name: new RegExp(`^${filter}`) }).click();
    await this.page.getByRole("menuitemradio", { name: option, exact: true }).click();
  }
}
