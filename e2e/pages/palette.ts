import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** The command palette, including its freeze flow. */
export class Palette {
  readonly dialog: Locator;
  readonly trigger: Locator;
  readonly box: Locator;
  readonly options: Locator;
  readonly bar: Locator;
  readonly confirmation: Locator;
  readonly purchasesSinceFreeze: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog", { name: "Find anything" });
    this.trigger = page.getByRole("button", { name: "Find anything" });
    this.box = this.dialog.getByRole("combobox");
    this.options = this.dialog.getByRole("option");
    this.bar = this.dialog.getByRole("group", { name: /^Card ending in/ });
    this.confirmation = this.dialog.getByText(/^“Your card ending in/);
    this.purchasesSinceFreeze = this.dialog.getByText(/^Since the freeze/);
  }

  /** Waits for hydration, because keys have no effect before it. */
  async open(key = "Control+k"): Promise<void> {
    await waitForConnection(this.page);
    await this.page.keyboard.press(key);
    await this.box.and(this.page.locator(":focus")).waitFor();
  }

  option(name: string | RegExp): Locator {
    return this.options.filter({ hasText: name });
  }

  group(name: string): Locator {
    return this.dialog.getByRole("group", { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole("button", { name });
  }

  /** The option selected with the arrow keys. */
  get selected(): Locator {
    return this.dialog.getByRole("option", { selected: true });
  }

  /** Types and waits for the result: a new card is indexed after a moment. */
  async find(text: string, found: string | RegExp): Promise<void> {
    await this.box.fill(text);
    await this.option(found).first().waitFor();
    await this.dialog.getByRole("listbox").and(this.page.locator(":not([aria-busy=true])")).waitFor();
  }
}
