import type { Locator, Page } from "@playwright/test";

/** The sign-in page of the test's provider, and the way there and back. */
export class ProviderPage {
  readonly account: Locator;

  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {
    this.account = page.getByLabel("Account");
  }

  /** From our sign-in page to the provider's. */
  async open(next = "/"): Promise<void> {
    await this.page.goto(`${this.origin}/login?next=${encodeURIComponent(next)}`);
    await this.page.getByRole("link", { name: "Sign in with Example ID" }).click();
  }

  async signIn(account: string): Promise<void> {
    await this.account.fill(account);
    await this.page.getByRole("button", { name: "Continue" }).click();
  }
}
