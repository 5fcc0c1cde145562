import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The layout around every page. */
export class Shell {
  readonly heading: Locator;
  readonly account: Locator;
  readonly navigation: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    this.account = page.getByRole("button", { name: /^Account/ });
    this.navigation = page.getByRole("navigation").first();
  }

  link(name: string): Locator {
    return this.page.getByRole("link", { name, exact: true });
  }

  async signOut(): Promise<void> {
    // A click before hydration is lost.
    await waitForConnection(this.page);
    await this.account.click();
    await this.page.getByRole("menuitem", { name: "Sign out" }).click();
    // The event stream may notice the end of the session first; its sign-in page then leads back here.
    await this.page.waitForURL(({ pathname }) => pathname === "/login");
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByText(text);
  }
}
