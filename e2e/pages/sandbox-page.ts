import type { Locator, Page } from "@playwright/test";

/** Where anyone makes the sandbox do what no real issuer would. */
export class SandboxPage {
  readonly purchase: Locator;
  readonly clock: Locator;
  readonly faults: Locator;
  readonly armed: Locator;

  constructor(readonly page: Page) {
    this.purchase = page.getByRole("region", { name: "A purchase" });
    this.clock = page.getByRole("region", { name: "The issuer’s clock" });
    this.faults = page.getByRole("region", { name: "Faults" });
    this.armed = page.getByRole("list", { name: "Armed faults" }).getByRole("listitem");
  }

  async open(): Promise<void> {
    await this.page.goto("/sandbox");
  }

  async pay(cardId: string, amount: number): Promise<void> {
    await this.purchase.getByLabel("Or any other, by its id").fill(cardId);
    await this.purchase.getByLabel("Amount").fill(String(amount));
    await this.purchase.getByRole("button", { name: "Pay" }).click();
  }

  async arm(fault: { call: string; does: string; times?: number; cardId?: string }): Promise<void> {
    await this.faults.getByLabel("Which call").selectOption(fault.call);
    await this.faults.getByLabel("What the issuer does").selectOption(fault.does);
    await this.faults.getByLabel("How often").fill(String(fault.times ?? 1));
    await this.faults.getByLabel(/Only for this card id/).fill(fault.cardId ?? "");
    await this.faults.getByRole("button", { name: "Arm the fault" }).click();
  }
}
