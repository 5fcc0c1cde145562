import type { Locator, Page } from "@playwright/test";

/** The page at `/` of the sandbox itself. */
export class SandboxHomePage {
  readonly keyField: Locator;
  readonly connection: Locator;
  readonly world: Locator;
  readonly requests: Locator;
  readonly webhooks: Locator;
  readonly faults: Locator;
  readonly endpoints: Locator;

  constructor(readonly page: Page) {
    this.keyField = page.getByRole("textbox", { name: "API key" });
    this.connection = page.getByRole("banner").getByRole("status");
    this.world = page.getByRole("region", { name: "World" });
    this.requests = page.getByRole("region", { name: "Requests" });
    this.webhooks = page.getByRole("region", { name: "Webhooks" });
    this.faults = page.getByRole("region", { name: "Active faults" });
    this.endpoints = page.getByRole("region", { name: "Endpoints" });
  }

  async openWorld(key: string): Promise<void> {
    await this.keyField.fill(key);
    await this.keyField.press("Enter");
  }

  /** The newest first. */
  rowsOf(section: Locator): Locator {
    return section.locator("details");
  }

  request(text: string | RegExp): Locator {
    return this.rowsOf(this.requests).filter({ hasText: text });
  }

  /** What the clipboard then contains. */
  async copyCommand(endpoint: string): Promise<string> {
    await this.endpoints.getByRole("button", { name: `Copy command: ${endpoint}`, exact: true }).click();
    await this.page.getByText("Copied", { exact: true }).first().waitFor();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
