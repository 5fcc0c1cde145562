import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** Which reports there are for a month, and their schedules. */
export class CoveragePage {
  readonly grid: Locator;
  readonly requestMissing: Locator;
  readonly selection: Locator;
  readonly schedules: Locator;
  readonly legend: Locator;

  constructor(readonly page: Page) {
    this.grid = page.getByRole("grid", { name: /^Reports of / });
    this.requestMissing = page.getByRole("button", { name: /^Request .*missing$/ });
    this.selection = page.getByRole("region", { name: "Selected files" });
    this.schedules = page.getByRole("list", { name: "Schedules" });
    this.legend = page.getByRole("list", { name: "Reports by status" });
  }

  /** `view` is a query string. */
  async open(view = ""): Promise<void> {
    await this.page.goto(`/reports/coverage${view}`);
    await waitForConnection(this.page);
  }

  /** By its report and period: "Daily settlement, 3 Nov 2026". */
  cell(name: string): Locator {
    return this.grid.getByRole("gridcell", { name: new RegExp(`^${name}: `) });
  }

  schedule(report: string): Locator {
    return this.schedules.getByRole("listitem").filter({ hasText: report });
  }
}
