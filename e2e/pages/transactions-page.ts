import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The list of transactions. */
export class TransactionsPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly search: Locator;
  /** The header of the Created column. */
  readonly created: Locator;
  readonly pages: Locator;
  readonly exportLink: Locator;
  /** The side panel with one transaction. */
  readonly panel: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Transactions" });
    this.rows = this.table.locator("tbody tr");
    this.created = this.table.getByRole("columnheader", { name: /^Created/ });
    this.search = page.getByRole("searchbox", { name: "Search transactions" });
    this.pages = page.getByRole("navigation", { name: "Pages" });
    this.exportLink = page.getByRole("link", { name: "Export CSV" });
    this.panel = page.getByRole("complementary", { name: /^Transaction / });
  }

  /** Waits for hydration, because only the links work before it. `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/transactions${view}`);
    await waitForConnection(this.page);
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  filter(name: "Created" | "Cleared" | "Status" | "Currency" | "Merchant" | "Billed"): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${name} `) });
  }

  async choose(filter: "Currency", option: string): Promise<void> {
    await this.filter(filter).click();
    await this.page.getByRole("menuitemradio", { name: option }).click();
  }

  async chooseMerchant(name: string): Promise<void> {
    await this.filter("Merchant").click();
    await this.page.getByRole("searchbox", { name: "Merchant" }).fill(name);
    await this.page.getByRole("list", { name: "Merchants" }).getByRole("button", { name }).click();
  }

  /** Shows or hides a column. */
  async toggleColumn(name: string): Promise<void> {
    await this.page.getByRole("button", { name: "Table settings" }).click();
    await this.page.getByRole("menuitemcheckbox", { name }).click();
    await this.page.keyboard.press("Escape");
  }

  async setAmounts(from: string, upTo: string): Promise<void> {
    await this.filter("Billed").click();
    await this.page.getByLabel("Minimum").fill(from);
    await this.page.getByLabel("Maximum").fill(upTo);
    await this.page.getByRole("button", { name: "Apply" }).click();
  }
}
