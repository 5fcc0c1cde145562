import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The saved views above a list. */
export class ViewTabs {
  readonly strip: Locator;
  readonly tabs: Locator;
  readonly dialog: Locator;
  readonly saveViewButton: Locator;
  readonly saveButton: Locator;
  readonly resetLink: Locator;

  constructor(readonly page: Page) {
    this.strip = page.getByRole("navigation", { name: "Views" });
    this.tabs = this.strip.getByRole("link");
    // A message with a button is a dialog, too, but no modal one.
    this.dialog = page.getByRole("dialog").and(page.locator(":not([aria-modal=false])"));
    this.saveViewButton = page.getByRole("button", { name: "Save view" });
    this.saveButton = page.getByRole("button", { name: /^Save( for everyone)?$/ });
    this.resetLink = page.getByRole("link", { name: "Reset", exact: true });
  }

  /** Waits for hydration, because only the links work before it. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await waitForConnection(this.page);
  }

  tab(name: string): Locator {
    return this.strip.getByRole("link", { name: new RegExp(`^${name}\\b`) });
  }

  async waitForOpen(name: string): Promise<void> {
    await this.tab(name).and(this.page.locator("[aria-current=page]")).waitFor();
  }

  /** Of all tabs, in their order. */
  async names(): Promise<string[]> {
    const texts = await this.tabs.allInnerTexts();
    return texts.map((text) => text.split("\n")[0]?.trim() ?? "");
  }

  async saveAs(name: string, { isShared = false } = {}): Promise<void> {
    await this.saveViewButton.click();
    await this.dialog.getByRole("textbox", { name: "Name" }).fill(name);
    if (isShared) await this.dialog.getByRole("checkbox", { name: /^Share with the team/ }).check();
    await this.dialog.getByRole("button", { name: "Save view" }).click();
    await this.waitForOpen(name);
  }

  /** From the menu of the open view. */
  async choose(name: string, item: string): Promise<void> {
    await this.strip.getByRole("button", { name: `Options for ${name}`, exact: true }).click();
    // Some have their keys beside the name.
    await this.page.getByRole("menuitem", { name: new RegExp(`^${item}( shift.*)?$`) }).click();
  }
}
