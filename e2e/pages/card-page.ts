import type { Locator, Page } from "@playwright/test";
import { waitForConnection } from "./wait-for-connection";

/** Where a physical card is sent. */
export type ShippingEntry = {
  email: string;
  country: string;
  line1: string;
  city: string;
  postalCode: string;
  phoneNumber: string;
};

/** An address that is valid. */
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

  /** Opens the page of a card. */
  async open(cardId: string, query = ""): Promise<void> {
    await this.page.goto(`/cards/${cardId}${query}`);
  }

  /** Opens the page and waits for the event stream. */
  async openConnected(cardId: string): Promise<void> {
    await this.open(cardId);
    await waitForConnection(this.page);
  }

  /** A value in the card's details, by its label. */
  fact(name: string): Locator {
    return this.page
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator("xpath=following-sibling::dd");
  }

  /** Active, Frozen, or Blocked. */
  get status(): Locator {
    return this.fact("Status");
  }

  /** An entry of the timeline. */
  event(text: string | RegExp): Locator {
    return this.timeline.getByRole("listitem").filter({ hasText: text });
  }

  /** A button of the open dialog. */
  button(name: string): Locator {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  /** Chooses an option in the open dialog. */
  choose(name: string | RegExp): Promise<void> {
    return this.dialog.getByRole("radio", { name }).check();
  }

  /** Freezes the card, and waits until the page shows it. */
  async freeze(): Promise<void> {
    await this.freezeButton.click();
    await this.button("Freeze").click();
    await this.waitForStatus("Frozen");
  }

  /** Unfreezes the card, and waits until the page shows it. */
  async unfreeze(): Promise<void> {
    await this.unfreezeButton.click();
    await this.button("Unfreeze").waitFor();
    // Whoever confirms before it says who froze the card is asked to read that first.
    await this.dialog.getByText("Checking who froze this card").waitFor({ state: "hidden" });
    await this.button("Unfreeze").click();
    await this.waitForStatus("Active");
  }

  /** Waits until the page shows this status. */
  async waitForStatus(status: "Active" | "Frozen" | "Blocked"): Promise<void> {
    // A toast with the new status may show it too.
    await this.status.filter({ hasText: status }).last().waitFor();
  }

  /** Reissues a virtual card, and waits until the issuer has confirmed it. */
  async reissue({ reason = "Damaged", option = "Identical card" } = {}): Promise<void> {
    await this.reissueButton.click();
    await this.choose(reason);
    await this.choose(new RegExp(`^${option}`));
    await this.next();
    await this.button("Reissue card").click();
    await this.dialog.getByText("Confirmed by the issuer at").waitFor();
    await this.button("Done").click();
  }

  /** Blocks the card; `reason` is an option of the dialog. If a policy is on, this asks for approval. */
  async block(reason: string, lastFour: string): Promise<void> {
    await this.blockButton.click();
    await this.choose(reason);
    await this.dialog.getByLabel(/last four digits/).fill(lastFour);
    await this.button("Block permanently").click();
  }

  /** The next step of the open dialog. */
  async next(): Promise<void> {
    await this.button("Continue").click();
  }

  /** Opens a list in the dialog, types to search, and picks the first match. */
  async pick(field: string, text: string): Promise<void> {
    await this.dialog.getByRole("combobox", { name: field, exact: true }).click();
    await this.page.getByPlaceholder(/^Search/).fill(text);
    await this.page.getByRole("option").filter({ hasText: text }).first().click();
  }

  /** Where to send a physical card: to the cardholder. */
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
