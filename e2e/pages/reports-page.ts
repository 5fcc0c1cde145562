import type { Locator, Page } from "@playwright/test";

/** The list of reports, and the page of one. */
export class ReportsPage {
  readonly table: Locator;
  readonly rows: Locator;
  /** The link of each row. */
  readonly links: Locator;
  readonly requestButton: Locator;
  readonly dialog: Locator;
  readonly fileRows: Locator;
  readonly download: Locator;
  readonly excelDownload: Locator;
  readonly bell: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Reports" });
    this.rows = this.table.locator("tbody tr");
    this.links = this.table.locator("a[data-row-link]");
    this.requestButton = page.getByRole("button", { name: "Request report" });
    this.dialog = page.getByRole("dialog", { name: "Request report" });
    this.fileRows = page.getByRole("table", { name: "File rows" });
    this.download = page.getByRole("link", { name: "Download CSV" });
    this.excelDownload = page.getByRole("link", { name: "Download Excel" });
    this.bell = page.getByRole("button", { name: /^Notifications/ });
  }

  /** `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/reports${view}`);
    await this.waitForConnection();
  }

  /** Waits for the event stream; a phone does not show its state, so wait for its menu there. */
  private async waitForConnection(): Promise<void> {
    const connected = this.page.getByText("Connected", { exact: true });
    await connected
      .or(this.page.getByRole("button", { name: "Menu" }))
      .first()
      .waitFor();
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  /** Opens the dialog and chooses a report. */
  async choose(name: string): Promise<void> {
    await this.requestButton.click();
    await this.dialog.getByRole("radio", { name }).check();
  }

  /** Requests the newest available period and returns its row. */
  async request(name: string): Promise<Locator> {
    const before = await this.newestHref();
    await this.choose(name);
    await this.dialog.getByRole("button", { name: /^Request / }).click();
    await this.dialog.waitFor({ state: "hidden" });
    await this.links
      .first()
      .and(this.page.locator(`:not([href="${before}"])`))
      .waitFor();
    return this.rows.filter({ has: this.page.locator(`a[href="${await this.newestHref()}"]`) });
  }

  /** The link of the first row, or an empty string. */
  private async newestHref(): Promise<string> {
    const [first] = await this.links.all();
    return (await first?.getAttribute("href")) ?? "";
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole("dialog").filter({ hasText: text });
  }
}
