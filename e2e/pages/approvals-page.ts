import { expect, type Locator, type Page } from "@playwright/test";

/** The list of requests, one request, and the policies. */
export class ApprovalsPage {
  readonly heading: Locator;
  readonly approveButton: Locator;
  readonly declineButton: Locator;
  readonly comment: Locator;
  readonly decision: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    this.approveButton = page.getByRole("button", { name: "Approve", exact: true });
    this.declineButton = page.getByRole("button", { name: "Decline", exact: true });
    this.comment = page.getByLabel("Comment");
    this.decision = page.getByRole("form", { name: "Decision" });
  }

  async open(list: "waiting" | "mine" | "decided" = "waiting"): Promise<void> {
    await this.page.goto(list === "waiting" ? "/approvals" : `/approvals?list=${list}`);
    await this.connected();
  }

  async connected(): Promise<void> {
    await expect(this.page.getByText("Connected", { exact: true })).toBeAttached();
  }

  request(title: string | RegExp): Locator {
    return this.page.getByRole("main").getByRole("listitem").filter({ hasText: title }).getByRole("link");
  }

  async openPolicies(): Promise<void> {
    await this.page.goto("/settings/approvals");
    await this.connected();
  }

  /** Without a second person; only while no policy is on. */
  async switchOn(...names: string[]): Promise<void> {
    await this.openPolicies();
    for (const name of names) await this.page.getByRole("checkbox", { name, exact: true }).check();
    await this.page.getByRole("button", { name: "Save policies" }).click();
    await expect(this.page.getByText("Policies saved").first()).toBeVisible();
  }

  /** As an admin, without waiting for a second person. */
  async switchAllOff(): Promise<void> {
    await this.openPolicies();
    const names = ["Block a card", "Reissue with a new number", "Issue above a spend limit", "Change a role"];
    for (const name of names) await this.page.getByRole("checkbox", { name, exact: true }).uncheck();
    const emergency = this.page.getByRole("checkbox", { name: /^Emergency/ });
    if ((await emergency.count()) === 0) return;
    await emergency.check();
    await this.page.getByLabel("Reason for acting alone").fill("End of the test");
    await this.page.getByRole("button", { name: "Save policies" }).click();
    await expect(this.page.getByText("Policies saved").first()).toBeVisible();
  }
}
