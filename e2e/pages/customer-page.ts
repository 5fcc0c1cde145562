import type { Locator, Page } from "@playwright/test";

/** The page of one customer. */
export class CustomerPage {
  readonly cards: Locator;
  readonly transactions: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly notes: Locator;
  readonly spend: Locator;

  constructor(readonly page: Page) {
    this.cards = page.getByRole("list", { name: "Cards" }).getByRole("listitem");
    this.transactions = page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
    this.next = page.getByRole("link", { name: "Next" });
    this.previous = page.getByRole("link", { name: "Previous" });
    this.notes = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
    this.spend = page.getByRole("link", { name: /^Spend: / });
  }

  async open(customerId: string, view = ""): Promise<void> {
    await this.page.goto(`/customers/${encodeURIComponent(customerId)}${view}`);
  }

  async writeNote(body: string): Promise<void> {
    await this.page.getByLabel("New note").fill(body);
    await this.page.getByRole("button", { name: "Add note" }).click();
  }
}
