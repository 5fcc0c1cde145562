import type { CardDesign } from "@/lib/contract/card-design";
import { type DesignProblem, TEMPLATE_FIELDS, type TemplateContent } from "@/lib/domain/cards/card-template";
import { countOf } from "@/lib/domain/money/numbers";
import { formatSpendLimit } from "./spend-limit-text";

type Context = { designs: readonly CardDesign[] | undefined; currency: string | null };

/** What a template stores, in words. */
export function templateFacts(template: TemplateContent, { designs, currency }: Context) {
  const { customerType, cardType, cardDesign, spendLimit, expiryMonths } = template;
  const limit = Number(spendLimit);
  return [
    { name: TEMPLATE_FIELDS.customerType, value: customerType },
    { name: TEMPLATE_FIELDS.cardType, value: cardType },
    {
      name: TEMPLATE_FIELDS.cardDesign,
      value: cardDesign === "" ? "Program default" : designName(cardDesign, designs),
    },
    {
      name: TEMPLATE_FIELDS.spendLimit,
      value: limit === 0 ? "0.00 (every purchase is declined)" : formatSpendLimit(limit, currency),
    },
    {
      name: "Expires",
      value:
        expiryMonths === null
          ? "Three years after issuing (default)"
          : `${countOf(expiryMonths, "month")} after issuing`,
    },
  ];
}

/** `Business · virtual · Midnight · USD 250.50 · 24 months after issuing` */
export function templateSummary(template: TemplateContent, context: Context): string {
  return templateFacts(template, context)
    .map(({ value }) => value)
    .join(" · ");
}

export function designProblemText(
  cardDesign: string,
  problem: DesignProblem,
  designs: readonly CardDesign[] | undefined,
): string {
  return problem === "gone"
    ? `The design ${cardDesign} no longer exists.`
    : `${designName(cardDesign, designs)} is out of stock.`;
}

function designName(id: string, designs: readonly CardDesign[] | undefined): string {
  return designs?.find((design) => design.id === id)?.name ?? id;
}
