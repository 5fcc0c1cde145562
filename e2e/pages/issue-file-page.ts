import type { Locator, Page } from "@playwright/test";

/** The page on which cards are issued from a file. */
export class IssueFilePage {
  readonly columns: Locator;
  readonly grid: Locator;
  readonly counts: Locator;
  readonly onlyProblems: Locator;
  readonly nextProblem: Locator;
  readonly plan: Locator;
  readonly activeNote: Locator;

  constructor(readonly page: Page) {
    this.columns = page.getByRole("form", { name: "Columns" });
    this.grid = page.getByRole("grid", { name: "Rows of the file" });
    this.counts = page.getByRole("status").filter({ hasText: /rows? ready/ });
    this.onlyProblems = page.getByRole("checkbox", { name: "Only rows with problems" });
    this.nextProblem = page.getByRole("button", { name: "Next problem" });
    this.plan = page.getByRole("button", { name: /^Plan [\d,]+ cards?$/ });
    this.activeNote = page.getByText(/^Row \d+, /);
  }

  async open(): Promise<void> {
    await this.page.goto("/bulk/issue");
    await this.page.getByRole("button", { name: "Choose a file", disabled: false }).waitFor();
  }

  async chooseFile(name: string, content: string | Uint8Array): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Choose a file" }).click();
    const buffer = Buffer.from(typeof content === "string" ? new TextEncoder().encode(content) : content);
    await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
  }

  column(name: string): Locator {
    return this.columns.getByRole("combobox", { name, exact: true });
  }

  async checkRows(): Promise<void> {
    await this.columns.getByRole("button", { name: "Check rows" }).click();
    await this.counts.waitFor();
  }

  /** The cell that the grid names as its active one now. */
  async activeCell(): Promise<Locator> {
    const id = await this.grid.getAttribute("aria-activedescendant");
    return this.page.locator(`[id="${id}"]`);
  }

  /** Types over the active cell, and moves to the one below. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
    await this.grid.and(this.page.locator(":focus")).waitFor();
  }

  async setClipboard(text: string): Promise<void> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  }

  async readClipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
