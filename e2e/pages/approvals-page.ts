import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

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
    await waitForConnection(this.page);
  }

  /** The link to a request in the list. */
  request(title: string | RegExp): Locator {
    return this.page.getByRole("main").getByRole("listitem").filter({ hasText: title }).getByRole("link");
  }

  async openPolicies(): Promise<void> {
    await this.page.goto("/settings/approvals");
    await waitForConnection(this.page);
  }

  /** Without a second person; only while no policy is on. */
  async switchOn(...names: string[]): Promise<void> {
    await this.openPolicies();
    for (const name of names) await this.page.getByRole("checkbox", { name, exact: true }).check();
    await this.page.getByRole("button", { name: "Save policies" }).click();
    await this.page.getByText("Policies saved").first().waitFor();
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
    await this.page.getByText("Policies saved").first().waitFor();
  }
}
