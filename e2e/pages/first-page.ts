import type { Locator, Page } from "@playwright/test";

export class FirstPage {
  readonly heading: Locator;
  readonly apiDocs: Locator;
  readonly openApi: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    const cardApi = page.getByRole("navigation", { name: "Card API" });
    this.apiDocs = cardApi.getByRole("link", { name: "Read the card API" });
    this.openApi = cardApi.getByRole("link", { name: "OpenAPI document" });
  }

  async open(): Promise<void> {
    await this.page.goto("/");
  }
}
