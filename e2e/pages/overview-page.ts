import type { Locator, Page } from "@playwright/test";

/** A heading in the list of what needs attention. */
export type AttentionGroup =
  | "Outcome unknown"
  | "Follow-up requested"
  | "Changed outside Cardwell"
  | "Blocked, no replacement"
  | "Frozen for more than 7 days"
  | "Frozen, start date unknown";

/** The first page: what needs attention, figures, and charts. */
export class OverviewPage {
  readonly attention: Locator;
  /** The attention list for roles that can't act on it. */
  readonly handledByOthers: Locator;
  readonly freshness: Locator;
  readonly cards: Locator;
  readonly topCustomers: Locator;
  readonly dismissed: Locator;

  constructor(readonly page: Page) {
    this.attention = page.getByRole("region", { name: "Needs attention" });
    this.handledByOthers = page.getByRole("region", { name: "Handled by support and managers" });
    this.freshness = page.getByText(/^[\d,]+( of [\d,]+)? cards/);
    this.cards = page.getByRole("table", { name: "Cards by status and type" });
    this.topCustomers = page.getByRole("region", { name: "Top customers" }).getByRole("listitem");
    this.dismissed = page.getByRole("list", { name: "Dismissed" }).getByRole("listitem");
  }

  /** `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/${view}`);
  }

  item(group: AttentionGroup, text: string | RegExp): Locator {
    return this.page.getByRole("region", { name: group }).getByRole("listitem").filter({ hasText: text });
  }

  items(group: AttentionGroup): Locator {
    return this.page.getByRole("region", { name: group }).getByRole("listitem");
  }

  async dismiss(item: Locator, reason: string): Promise<void> {
    await item.getByRole("button", { name: /^Dismiss/ }).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Dismiss", exact: true }).click();
  }

  async dismissAll(group: AttentionGroup, reason: string): Promise<void> {
    await this.page.getByRole("button", { name: `Dismiss all: ${group}` }).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Dismiss all", exact: true }).click();
  }

  /** Restores the item that was dismissed with this reason. */
  async restore(reason: string): Promise<void> {
    await this.page.getByText(/^Dismissed in the last 30 days/).click();
    await this.dismissed
      .filter({ hasText: reason })
      .getByRole("button", { name: /^Restore/ })
      .click();
  }

  /** A figure that links to its list. */
  figure(name: string): Locator {
    return this.page.getByRole("link", { name: new RegExp(`^${name}: `) });
  }

  chart(name: string | RegExp): Locator {
    return this.page.getByRole("figure", { name });
  }

  /** The chart as a table: each row by the text of its cells. */
  async table(name: string | RegExp): Promise<string[][]> {
    const chart = this.chart(name);
    if (await chart.getByText("Show as table").isVisible()) await chart.getByText("Show as table").click();
    return chart
      .getByRole("row")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? "")),
      );
  }

  async chooseRange(name: string): Promise<void> {
    await this.page.getByRole("navigation", { name: "Date range" }).getByRole("link", { name }).click();
  }
}
