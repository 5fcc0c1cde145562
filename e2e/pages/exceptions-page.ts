import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The exceptions of the reconciliation. */
export class ExceptionsPage {
  readonly table: Locator;
  readonly rows: Locator;
  readonly search: Locator;
  readonly selection: Locator;
  /** The side panel with one exception. */
  readonly panel: Locator;
  readonly rules: Locator;
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Exceptions" });
    this.rows = this.table.locator("tbody tr");
    this.search = page.getByRole("searchbox", { name: "Search exceptions" });
    this.selection = page.getByRole("group", { name: "Selected exceptions" });
    this.panel = page.getByRole("complementary", { name: /^Exception / });
    this.rules = page.getByRole("region", { name: "Rules" });
    this.dialog = page.getByRole("dialog");
  }

  /** `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/reconciliation/exceptions${view}`);
    await waitForConnection(this.page);
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  async select(name: string | RegExp): Promise<void> {
    await this.table.getByRole("checkbox", { name }).check();
  }

  /** In the open dialog. */
  async explain(reason: string, note: string): Promise<void> {
    await this.dialog.getByRole("combobox", { name: "Reason" }).selectOption(reason);
    await this.dialog.getByRole("textbox", { name: "Note" }).fill(note);
  }
}
