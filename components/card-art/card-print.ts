import type { CardDesign } from "@/lib/contract/card-design";

export type PrintedCard = { cardName: string; cardType: string };
export type PrintedDesign = Partial<Pick<CardDesign, "name" | "embossNameSupported">>;

const PLACEHOLDER = "Name on card";

/**
 * The text on a card's front: the design's name at the top, and at the bottom the card's name (`preferredCardName`),
 * because that is what the issuer prints, not the cardholder's name.
 */
export function cardPrint(
  card: PrintedCard | undefined,
  design: PrintedDesign | undefined,
): { title: string; name: string } {
  const hasNoName = design?.embossNameSupported === false && card?.cardType !== "virtual";
  return {
    title: design?.name ?? "",
    name: hasNoName ? "" : card?.cardName.trim() || PLACEHOLDER,
  };
}
