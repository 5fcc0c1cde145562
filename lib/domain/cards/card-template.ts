import type { CustomerType } from "@/lib/domain/issue-rows/columns";
import { foldFormAndCase } from "@/lib/domain/text/fold-text";
import { addMonths, type IsoDate, MINIMUM_EXPIRY_MONTHS } from "@/lib/domain/time/calendar";

export const TEMPLATE_NAME_MAX_CHARACTERS = 60;
/** Of the whole team. */
export const MAX_TEMPLATES = 100;
export const TEMPLATE_MAX_MONTHS = 1_200;

/** Too few digits for a card number. */
const SPEND_LIMIT_MAX_DIGITS = 12;

/** What a new card can start from. Nothing in it is about a person. */
export type TemplateContent = {
  customerType: CustomerType;
  cardType: "virtual" | "physical";
  /** Its ID; empty for the program's default. */
  cardDesign: string;
  /** A plain decimal; empty for none. */
  spendLimit: string;
  /** From the day of issuing, because a date would be in the past some day. Null for the issuer's default. */
  expiryMonths: number | null;
};

export type CardTemplate = TemplateContent & {
  id: string;
  name: string;
  /** Increases with each change. */
  version: number;
};

/** The fields of a new card that a template fills in, as typed. */
export type TemplateValues = {
  customerType: string;
  cardType: string;
  cardDesign: string;
  spendLimit: string;
  expiryDate: string;
};

export const TEMPLATE_FIELDS = {
  customerType: "Customer type",
  cardType: "Card type",
  cardDesign: "Design",
  spendLimit: "Spend limit",
  expiryDate: "Expiry date",
} as const satisfies Record<keyof TemplateValues, string>;

export type TemplateField = keyof typeof TEMPLATE_FIELDS;

const FIELD_NAMES = Object.keys(TEMPLATE_FIELDS) as TemplateField[];

/** Two names with the same key are the same name. */
export function templateKey(name: string): string {
  return foldFormAndCase(name);
}

export function isTemplateLimit(spendLimit: string): boolean {
  return /^\d+(\.\d+)?$/.test(spendLimit) && spendLimit.replace(".", "").length <= SPEND_LIMIT_MAX_DIGITS;
}

/** Whole months, rounded down so that no card is valid for longer than the one that the template was made from. */
export function monthsUntil(expiry: IsoDate, today: IsoDate): number {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const [lastYear = 0, lastMonth = 0] = expiry.split("-").map(Number);
  const months = (lastYear - year) * 12 + lastMonth - month;
  const whole = addMonths(today, months) > expiry ? months - 1 : months;
  return Math.min(Math.max(whole, MINIMUM_EXPIRY_MONTHS), TEMPLATE_MAX_MONTHS);
}

export function templateValues(content: TemplateContent, today: IsoDate): TemplateValues {
  const { customerType, cardType, cardDesign, spendLimit, expiryMonths } = content;
  const expiryDate = expiryMonths === null ? "" : addMonths(today, expiryMonths);
  return { customerType, cardType, cardDesign, spendLimit, expiryDate };
}

/** Null if a template can't hold them: a type isn't chosen yet, or the spend limit has too many digits. */
export function toTemplateContent(values: TemplateValues, today: IsoDate): TemplateContent | null {
  const { customerType, cardType, cardDesign, expiryDate } = values;
  if (customerType !== "Consumer" && customerType !== "Business") return null;
  if (cardType !== "virtual" && cardType !== "physical") return null;
  const spendLimit = toTemplateLimit(values.spendLimit.trim());
  if (spendLimit === null) return null;
  const expiryMonths = expiryDate === "" ? null : monthsUntil(expiryDate, today);
  return { customerType, cardType, cardDesign, spendLimit, expiryMonths };
}

function toTemplateLimit(text: string): string | null {
  if (text === "" || isTemplateLimit(text)) return text;
  // "+500" and "5e2" are accepted as well.
  const plain = String(Number(text));
  return isTemplateLimit(plain) ? plain : null;
}

export type DesignProblem = "gone" | "out-of-stock";

/** Null also while the designs aren't known. */
export function findDesignProblem(
  cardDesign: string,
  designs: readonly { id: string; stock: boolean }[] | undefined,
): DesignProblem | null {
  if (cardDesign === "" || !designs) return null;
  const design = designs.find(({ id }) => id === cardDesign);
  if (!design) return "gone";
  return design.stock ? null : "out-of-stock";
}

export type TemplatePlan = {
  values: TemplateValues;
  filled: TemplateField[];
  /** What the person would lose: fields that are filled in and would change. */
  replaced: TemplateField[];
};

/** What using a template does to a new card. A design that can't be issued leaves the field as it is. */
export function planTemplate(
  template: TemplateContent,
  current: TemplateValues,
  { today, canUseDesign }: { today: IsoDate; canUseDesign: boolean },
): TemplatePlan {
  const next = templateValues(template, today);
  const fields = FIELD_NAMES.filter((field) => field !== "cardDesign" || canUseDesign);
  return {
    values: canUseDesign ? next : { ...next, cardDesign: current.cardDesign },
    filled: fields.filter((field) => next[field] !== ""),
    replaced: fields.filter((field) => current[field].trim() !== "" && current[field].trim() !== next[field]),
  };
}

export type TemplateCell = "customerType" | "cardType" | "design" | "spendLimit" | "expiryDate";

/** As the default cells of rows with cards to issue. What the template leaves open has no cell. */
export function templateCells(
  template: TemplateContent,
  today: IsoDate,
): Partial<Record<TemplateCell, string>> {
  const { cardDesign: design, ...values } = templateValues(template, today);
  return Object.fromEntries(Object.entries({ ...values, design }).filter(([, text]) => text !== ""));
}
