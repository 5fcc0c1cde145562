import type { Locator, Page } from "@playwright/test";

/** The controls of the sandbox issuer. */
export class SandboxPage {
  readonly purchase: Locator;
  readonly clock: Locator;
  readonly faults: Locator;
  readonly activeFaults: Locator;
  readonly disagreements: Locator;
  readonly activeDisagreements: Locator;
  readonly stories: Locator;
  readonly storyLog: Locator;
  readonly transactions: Locator;
  readonly dialog: Locator;
  readonly recording: Locator;

  constructor(readonly page: Page) {
    this.purchase = page.getByRole("region", { name: "Purchase" });
    this.clock = page.getByRole("region", { name: "Issuer clock" });
    this.faults = page.getByRole("region", { name: "Faults" });
    this.activeFaults = page.getByRole("list", { name: "Active faults" }).getByRole("listitem");
    this.disagreements = page.getByRole("region", { name: "Report disagreements" });
    this.activeDisagreements = page.getByRole("list", { name: "Active disagreements" }).getByRole("listitem");
    this.stories = page.getByRole("region", { name: "Stories" });
    this.storyLog = page.getByRole("list", { name: "Story log" }).getByRole("listitem");
    this.transactions = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
    this.dialog = page.getByRole("dialog");
    this.recording = page.getByRole("region", { name: "Recording" });
  }

  async open(): Promise<void> {
    await this.page.goto("/sandbox");
  }

  /** Makes a purchase. */
  async pay(cardId: string, amount: number): Promise<void> {
    await this.purchase.getByLabel("Or enter a card ID").fill(cardId);
    await this.purchase.getByLabel("Amount").fill(String(amount));
    await this.purchase.getByRole("button", { name: "Make purchase" }).click();
  }

  /** Confirms that all data is replaced. */
  async confirmReplacement(label: string): Promise<void> {
    await this.dialog.getByLabel("Type reset to confirm").fill("reset");
    await this.dialog.getByRole("button", { name: label, exact: true }).click();
    await this.dialog.waitFor({ state: "hidden" });
  }

  async addFault(fault: { call: string; behavior: string; times?: number; cardId?: string }): Promise<void> {
    await this.faults.getByLabel("Call", { exact: true }).selectOption(fault.call);
    await this.faults.getByLabel("Behavior").selectOption(fault.behavior);
    await this.faults.getByLabel("Number of calls").fill(String(fault.times ?? 1));
    await this.faults.getByLabel(/Only for card ID/).fill(fault.cardId ?? "");
    await this.faults.getByRole("button", { name: "Add fault" }).click();
  }

  async addDisagreement(disagreement: { kind: string; report: string; rows?: number; date?: string }) {
    await this.disagreements.getByLabel("Disagreement", { exact: true }).selectOption(disagreement.kind);
    await this.disagreements.getByLabel("Report", { exact: true }).selectOption(disagreement.report);
    await this.disagreements.getByLabel("Rows").fill(String(disagreement.rows ?? 1));
    await this.disagreements.getByLabel(/Only for date/).fill(disagreement.date ?? "");
    await this.disagreements.getByRole("button", { name: "Add disagreement" }).click();
  }
}
