import type { Locator, Page } from "@playwright/test";
import { codeOf } from "@/e2e/fixtures/authenticator-app";
import { waitForConnection } from "./wait-for-connection";

const RECOVERY_CODES = 10;

/** Your own second factors, and the policies about them. */
export class SecurityPage {
  readonly dialog: Locator;
  readonly addAuthenticator: Locator;
  readonly addPasskey: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog");
    this.addAuthenticator = page.getByRole("button", { name: "Add authenticator app" });
    this.addPasskey = page.getByRole("button", { name: "Add passkey" });
  }

  async open(): Promise<void> {
    await this.page.goto("/settings/security");
    // A click before hydration is lost.
    await waitForConnection(this.page);
  }

  /** A part of the page, by its heading. */
  panel(name: string): Locator {
    return this.page.getByRole("region", { name });
  }

  /** Up to the code. Returns the secret. */
  async beginAuthenticator(name: string): Promise<string> {
    await this.addAuthenticator.click();
    await this.dialog.getByLabel("Name").fill(name);
    await this.dialog.getByRole("button", { name: "Continue" }).click();
    await this.dialog.getByRole("img", { name: "QR code of the secret below" }).waitFor();
    return (await this.dialog.getByRole("button", { name: /^Copy secret/ }).innerText()).trim();
  }

  async enterCode(code: string): Promise<void> {
    await this.dialog.getByRole("textbox", { name: "Code" }).fill(code);
    await this.dialog.getByRole("button", { name: "Confirm" }).click();
  }

  /** With the code of half a minute ago, so that the current one can still be used to sign in. */
  async createAuthenticator(name: string): Promise<{ secret: string; recoveryCodes: string[] }> {
    const secret = await this.beginAuthenticator(name);
    await this.enterCode(codeOf(secret, -30));
    return { secret, recoveryCodes: await this.readRecoveryCodes() };
  }

  async createPasskey(name: string): Promise<void> {
    await this.addPasskey.click();
    await this.dialog.getByLabel("Name").fill(name);
    await this.dialog.getByRole("button", { name: "Continue" }).click();
  }

  async remove(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `Remove ${name}` }).click();
    await this.dialog.getByRole("button", { name: "Remove" }).click();
  }

  /** Closes their dialog. */
  async readRecoveryCodes(): Promise<string[]> {
    const list = this.dialog.getByRole("list", { name: "Recovery codes" });
    await list
      .getByRole("listitem")
      .nth(RECOVERY_CODES - 1)
      .waitFor();
    const codes = await list.getByRole("listitem").allInnerTexts();
    await this.dialog.getByRole("button", { name: "I have saved them" }).click();
    return codes;
  }

  async changePolicy(role: string, rule: string, graceDays: number): Promise<void> {
    await this.page.getByRole("button", { name: `Change policy for ${role}` }).click();
    await this.dialog.getByLabel("Second factor").selectOption(rule);
    if (rule === "Required") await this.dialog.getByLabel("Grace period in days").fill(String(graceDays));
    await this.dialog.getByRole("button", { name: "Save" }).click();
    await this.dialog.waitFor({ state: "hidden" });
  }
}
