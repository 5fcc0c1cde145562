import type { CardDesign } from "@/lib/contract/card-design";

export type PrintedCard = { cardName: string; cardType: string };
export type PrintedDesign = Partial<Pick<CardDesign, "name" | "embossNameSupported">>;

const PLACEHOLDER = "Name on card";

/**
 * What is printed on a card's front, wherever it is drawn: the design's name at the top, and at the bottom the name
 * that was chosen for the card (`preferredCardName`), which is what the issuer prints. The cardholder's name is not on
 * it. A thumb has room for neither.
 */
export function cardPrint(
  card: PrintedCard | undefined,
  design: PrintedDesign | undefined,
): { title: string; name: string } {
  const isBare = design?.embossNameSupported === false && card?.cardType !== "virtual";
  return {
    title: design?.name ?? "",
    name: isBare ? "" : card?.cardName.trim() || PLACEHOLDER,
  };
}
