import type { Locator, Page } from "@playwright/test";
import { readMailedLink } from "./outbox-page";
import { waitForConnection } from "./wait-for-connection";

/** The people who can sign in. */
export class TeamPage {
  readonly table: Locator;
  readonly inviteButton: Locator;

  constructor(readonly page: Page) {
    this.table = page.getByRole("table", { name: "Team" });
    this.inviteButton = page.getByRole("button", { name: "Invite person" });
  }

  /** Waits for hydration, because the menus don't work before it. */
  async open(): Promise<void> {
    await this.page.goto("/settings/team");
    await waitForConnection(this.page);
  }

  row(name: string): Locator {
    return this.table.locator("tbody tr").filter({ hasText: name });
  }

  async menu(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `Actions for ${name}` }).click();
  }

  /** By keyboard: Playwright may scroll the page for a click, and the menu then moves to the other side of its row. */
  private async choose(item: Locator): Promise<void> {
    await item.press("Enter");
  }

  async changeRole(name: string, role: string): Promise<void> {
    await this.menu(name);
    await this.choose(this.page.getByRole("menuitemradio", { name: role, exact: true }));
    // Matches the whole cell, because an email address may contain a role.
    await this.row(name).getByRole("cell", { name: role, exact: true }).waitFor();
  }

  async disable(name: string): Promise<void> {
    await this.menu(name);
    await this.choose(this.page.getByRole("menuitem", { name: "Disable…" }));
    await this.page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await this.row(name).filter({ hasText: "Disabled" }).waitFor();
  }

  async removeFactors(name: string): Promise<void> {
    await this.menu(name);
    await this.choose(this.page.getByRole("menuitem", { name: "Remove second factors…" }));
    await this.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  }

  async reenable(name: string): Promise<void> {
    await this.menu(name);
    await this.choose(this.page.getByRole("menuitem", { name: "Re-enable" }));
    // The toast and its announcement.
    await this.page.getByText(`${name} was re-enabled`).first().waitFor();
    await this.row(name).filter({ hasNotText: "Disabled" }).waitFor();
  }

  /** Returns the link of the invitation, which the sandbox caught. */
  async invite(person: { name: string; email: string; role: string }): Promise<string> {
    await this.inviteButton.click();
    const dialog = this.page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(person.name);
    await dialog.getByLabel("Email").fill(person.email);
    await dialog.getByLabel("Role").selectOption(person.role);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await dialog.waitFor({ state: "hidden" });
    return readMailedLink(this.page, person.email);
  }
}
