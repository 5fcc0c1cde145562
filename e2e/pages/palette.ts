import { expect, type Locator, type Page } from "@playwright/test";

/** The box that finds everything, and the way of a lost card inside it. */
export class Palette {
  readonly dialog: Locator;
  readonly trigger: Locator;
  readonly box: Locator;
  readonly options: Locator;
  readonly bar: Locator;
  readonly sentence: Locator;
  readonly watch: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog", { name: "Find anything" });
    this.trigger = page.getByRole("button", { name: "Find anything" });
    this.box = this.dialog.getByRole("combobox");
    this.options = this.dialog.getByRole("option");
    this.bar = this.dialog.getByRole("group", { name: /^Card ending/ });
    this.sentence = this.dialog.getByText(/^“Your card ending/);
    this.watch = this.dialog.getByText(/^Since the freeze/);
  }

  /** Once the page listens to keys. */
  async open(key = "Control+k"): Promise<void> {
    await expect(this.page.getByText("Live", { exact: true })).toBeAttached();
    await this.page.keyboard.press(key);
    await expect(this.box).toBeFocused();
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

  /** What stands highlighted by the arrows. */
  get chosen(): Locator {
    return this.dialog.getByRole("option", { selected: true });
  }

  /** Types, and waits until the box has found it: a new card is in the index after a moment. */
  async find(text: string, found: string | RegExp): Promise<void> {
    await this.box.fill(text);
    await expect(this.option(found).first()).toBeVisible();
    await expect(this.dialog.getByRole("listbox")).not.toHaveAttribute("aria-busy", "true");
  }
}
