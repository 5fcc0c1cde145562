import type { Locator, Page } from "@playwright/test";

/** The customer of a new card. */
export type Holder = {
  kind: "consumer" | "business";
  applicantId?: string;
  customerId: string;
};

/** The card in the wizard. */
export type CardEntry = { type: "virtual" | "physical"; name?: string; spendLimit?: string };

/** The wizard that issues a card. */
export class CreateCardPage {
  readonly form: Locator;
  readonly steps: Locator;
  readonly continueButton: Locator;
  readonly back: Locator;
  readonly issue: Locator;
  readonly issued: Locator;
  readonly unknown: Locator;
  readonly draftSaved: Locator;
  readonly alert: Locator;

  constructor(readonly page: Page) {
    this.form = page.getByRole("form", { name: "Issue a card" });
    this.steps = page.getByRole("navigation", { name: "Steps" });
    this.continueButton = page.getByRole("button", { name: "Continue" });
    this.back = this.form.getByRole("button", { name: "Back" });
    this.issue = page.getByRole("button", { name: "Issue card" });
    this.issued = page.getByRole("heading", { name: "Card issued" });
    this.unknown = page.getByText("Outcome unknown: we’re checking with the issuer");
    this.draftSaved = page.getByText(/^Draft saved/);
    this.alert = this.form.getByRole("alert");
  }

  /** Opens the wizard with an empty draft. */
  async open(query = ""): Promise<void> {
    await this.page.goto(`/cards/new${query}`);
    // The URL gets the draft's ID once the page is hydrated.
    await this.page.waitForURL(/draft=/, { waitUntil: "commit" });
  }

  /** The link to a step. */
  step(name: "Customer" | "KYC" | "Contact" | "Card" | "Review"): Locator {
    return this.steps.getByRole("link", { name: new RegExp(`^(\\d )?${name}`) });
  }

  /** Waits until this step is open. */
  async waitForStep(name: Parameters<CreateCardPage["step"]>[0]): Promise<void> {
    await this.step(name).and(this.page.locator("[aria-current=step]")).waitFor();
  }

  /** A field of the open step, by its label. */
  field(name: string | RegExp): Locator {
    return this.form.getByLabel(name, { exact: typeof name === "string" });
  }

  /** The first step. */
  async fillCustomer({
    kind,
    applicantId = "applicant-1815",
  }: Pick<Holder, "kind" | "applicantId">): Promise<void> {
    await this.form.getByRole("radio", { name: kind === "consumer" ? /^Consumer/ : /^Business/ }).check();
    await this.field("KYC applicant ID").fill(applicantId);
    await this.continueButton.click();
    await this.waitForStep("KYC");
  }

  /** The second step, for a consumer. */
  async fillConsumer(): Promise<void> {
    await this.fillConsumerFields();
    await this.continueButton.click();
    await this.waitForStep("Contact");
  }

  /** The fields of the second step, without leaving it. */
  async fillConsumerFields(): Promise<void> {
    await this.field("First name").fill("Ada");
    await this.field("Last name").fill("Lovelace");
    await this.field("Date of birth").fill("1985-12-10");
    await this.field("Document type").fill("passport");
    await this.field("Document number").fill("533401372");
    await this.fillAddress();
  }

  /** The second step, for a business. */
  async fillBusiness(): Promise<void> {
    await this.field("Legal name").fill("Analytical Engines Limited");
    await this.form.getByRole("radio", { name: /^Company/ }).check();
    await this.field("Registration number").fill("HRB 123456");
    await this.fillAddress();
    await this.continueButton.click();
    await this.waitForStep("Contact");
  }

  /** The address in the second step. */
  async fillAddress(): Promise<void> {
    await this.field("Address line 1").fill("12 St James's Square");
    await this.form.getByRole("button", { name: "Use “none”" }).click();
    await this.field("City or district").fill("London");
    await this.choose("Country", "Search countries", "united kingdom");
  }

  /** Types to search and picks the first option. */
  async choose(name: string, search: string, text: string): Promise<void> {
    await this.form.getByRole("combobox", { name, exact: true }).click();
    const box = this.page.getByRole("combobox", { name: search });
    await box.fill(text);
    await this.page.getByRole("option").first().click();
    await box.waitFor({ state: "hidden" });
  }

  /** The third step. */
  async fillContact(customerId: string): Promise<void> {
    await this.field("Customer ID").fill(customerId);
    await this.choose("Country code", "Search countries or codes", "+44");
    await this.field("Phone number").fill("7400 123456");
    await this.field(/^Email/).fill("ada@example.com");
    await this.continueButton.click();
    await this.waitForStep("Card");
  }

  /** The fourth step. */
  async fillCard({ type, name = "Travel", spendLimit = "250.50" }: CardEntry): Promise<void> {
    await this.form.getByRole("radio", { name: type === "virtual" ? /^Virtual/ : /^Physical/ }).check();
    await this.field("Name on card").fill(name);
    await this.field(/^Spend limit/).fill(spendLimit);
    await this.continueButton.click();
    await this.waitForStep("Review");
  }

  /** Opens the wizard, fills all steps, issues the card, and waits until the issuer has confirmed it. */
  async issueCard(holder: Holder, card: CardEntry): Promise<void> {
    await this.open();
    await this.fillAll(holder, card);
    await this.issue.click();
    await this.issued.waitFor();
  }

  /** Fills all steps up to the review. */
  async fillAll(holder: Holder, card: CardEntry): Promise<void> {
    await this.fillCustomer(holder);
    await (holder.kind === "consumer" ? this.fillConsumer() : this.fillBusiness());
    await this.fillContact(holder.customerId);
    await this.fillCard(card);
  }
}
