import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The list of cards. */
export class CardsPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly search: Locator;
  readonly pages: Locator;
  readonly exportLink: Locator;
  readonly excelLink: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Cards" });
    this.rows = this.table.locator("tbody tr");
    this.search = page.getByRole("searchbox", { name: "Search cards" });
    this.pages = page.getByRole("navigation", { name: "Pages" });
    this.exportLink = page.getByRole("link", { name: "Export CSV" });
    this.excelLink = page.getByRole("link", { name: "Export Excel" });
  }

  /** Waits for hydration, because only the links work before it. `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/cards${view}`);
    await waitForConnection(this.page);
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  async goToPage(to: "Next" | "Previous"): Promise<void> {
    await this.pages.getByRole("link", { name: to }).click();
  }

  filter(name: "Created" | "Status" | "Type" | "Design"): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${name} `) });
  }

  async choose(filter: "Type" | "Design", option: string | RegExp): Promise<void> {
    await this.filter(filter).click();
    await this.page.getByRole("menuitemradio", { name: option }).click();
  }

  /** The menu stays open, so that several options can be chosen. */
  async check(option: string): Promise<void> {
    await this.filter("Status").click();
    await this.page.getByRole("menuitemcheckbox", { name: option }).click();
    await this.page.keyboard.press("Escape");
  }

  async openMenu(row: Locator): Promise<void> {
    await row.getByRole("button", { name: /^Actions for card/ }).click();
  }

  async freeze(row: Locator): Promise<void> {
    await this.openMenu(row);
    await this.page.getByRole("menuitem", { name: "Freeze…" }).click();
    await this.page.getByRole("dialog").getByRole("button", { name: "Freeze" }).click();
  }
}
