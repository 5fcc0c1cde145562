import type { Locator, Page } from "@playwright/test";

/** The gallery and the page of one design. */
export class DesignsPage {
  readonly heading: Locator;
  readonly search: Locator;
  readonly name: Locator;
  readonly issue: Locator;
  readonly showCards: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    this.search = page.getByRole("searchbox", { name: "Design name or ID" });
    this.name = page.getByRole("textbox", { name: "Preview a name" });
    this.issue = page.getByRole("link", { name: "Issue a card with this design" });
    this.showCards = page.getByRole("link", { name: "View cards" });
  }

  async open(designId?: string): Promise<void> {
    await this.page.goto(designId ? `/designs/${designId}` : "/designs");
  }

  /** The names of the designs that are shown. */
  names(): Locator {
    return this.page.getByRole("main").getByRole("heading", { level: 2 });
  }

  design(name: string): Locator {
    return this.page
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("heading", { name, exact: true }) });
  }

  async choose(filter: "Stock" | "Embossing", option: string): Promise<void> {
    await this.page.getByRole("button", { name: filter }).click();
    await this.page.getByRole("menuitemradio", { name: option, exact: true }).click();
    await this.page.keyboard.press("Escape");
  }
}
