import type { Locator, Page } from "@playwright/test";

/** The sign-in page. */
export class LoginPage {
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly error: Locator;

  constructor(readonly page: Page) {
    this.email = page.getByLabel("Email");
    this.password = page.getByLabel("Password");
    this.submit = page.getByRole("button", { name: "Sign in", exact: true });
    this.error = page.locator("form").getByRole("alert");
  }

  async open(next?: string): Promise<void> {
    const path = next ? `/login?next=${encodeURIComponent(next)}` : "/login";
    // A page whose session has ended leaves by itself, which may abort this.
    await this.page.goto(path).catch(() => this.page.goto(path));
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }

  /** A demo login button, which exists only with the sandbox. */
  demoPerson(role: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${role}`, "i") });
  }
}
