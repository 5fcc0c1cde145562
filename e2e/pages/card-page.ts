import type { Locator, Page } from "@playwright/test";

export type ShippingEntry = {
  email: string;
  country: string;
  line1: string;
  city: string;
  postalCode: string;
  phoneNumber: string;
};

export const SHIPPING: ShippingEntry = {
  email: "ada@example.com",
  country: "United Kingdom",
  line1: "12 St James Square",
  city: "London",
  postalCode: "SW1Y 4JH",
  phoneNumber: "7911 123456",
};

/** The page of one card, with its dialogs. */
export class CardPage {
  readonly heading: Locator;
  readonly dialog: Locator;
  readonly timeline: Locator;
  readonly transactions: Locator;
  readonly blockButton: Locator;
  readonly reissueButton: Locator;
  readonly freezeButton: Locator;
  readonly unfreezeButton: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    this.dialog = page.getByRole("dialog");
    this.timeline = page.getByRole("list", { name: "Timeline" });
    this.transactions = page.getByRole("list", { name: "Transactions" });
    this.blockButton = page.getByRole("button", { name: "Block", exact: true });
    this.reissueButton = page.getByRole("button", { name: "Reissue", exact: true });
    this.freezeButton = page.getByRole("button", { name: "Freeze", exact: true });
    this.unfreezeButton = page.getByRole("button", { name: "Unfreeze", exact: true });
  }

  async open(cardId: string, query = ""): Promise<void> {
    await this.page.goto(`/cards/${cardId}${query}`);
  }

  /** Opens the page and waits for the event stream. */
  async openConnected(cardId: string): Promise<void> {
    await this.open(cardId);
    await this.page.getByText("Connected", { exact: true }).waitFor();
  }

  fact(name: string): Locator {
    return this.page
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator("xpath=following-sibling::dd");
  }

  get status(): Locator {
    return this.fact("Status");
  }

  event(text: string | RegExp): Locator {
    return this.timeline.getByRole("listitem").filter({ hasText: text });
  }

  button(name: string): Locator {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  choose(name: string | RegExp): Promise<void> {
    return this.dialog.getByRole("radio", { name }).check();
  }

  async block(reason: string, lastFour: string): Promise<void> {
    await this.blockButton.click();
    await this.choose(reason);
    await this.dialog.getByLabel(/last four digits/).fill(lastFour);
    await this.button("Block permanently").click();
  }

  async next(): Promise<void> {
    await this.button("Continue").click();
  }

  async pick(field: string, text: string): Promise<void> {
    await this.dialog.getByRole("combobox", { name: field, exact: true }).click();
    await this.page.getByPlaceholder(/^Search/).fill(text);
    await this.page.getByRole("option").filter({ hasText: text }).first().click();
  }

  async fillShipping(entry: ShippingEntry = SHIPPING): Promise<void> {
    await this.button("Send to cardholder").click();
    await this.dialog.getByLabel("Email").fill(entry.email);
    await this.pick("Country", entry.country);
    await this.dialog.getByLabel("Address line 1").fill(entry.line1);
    await this.dialog.getByLabel("City").fill(entry.city);
    await this.dialog.getByLabel("Postal code").fill(entry.postalCode);
    await this.dialog.getByLabel("Phone number").fill(entry.phoneNumber);
  }
}
