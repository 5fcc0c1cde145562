import { foldForm, foldFormAndCase } from "@/lib/domain/text/fold-text";
import type { IssueCells } from "./read-rows";

/** What says which card is meant. */
export type CardIdentity = { customerId: string; cardType: string; cardName: string };

/** The same for what is certainly one card. Of the customer's ID, the letter case may matter at the issuer. */
export function sameCardKey({ customerId, cardType, cardName }: CardIdentity): string {
  return JSON.stringify([foldForm(customerId), cardType, foldFormAndCase(cardName)]);
}

/** The same for what is probably one card, for warnings. */
export function similarCardKey({ customerId, cardType, cardName }: CardIdentity): string {
  return JSON.stringify([foldFormAndCase(customerId), cardType, foldFormAndCase(cardName)]);
}

/** Cells that say the same in another spelling become the same, by the rule of `sameCardKey`. */
export function foldCells(cells: IssueCells): IssueCells {
  const folded = Object.entries(cells).map(([key, text]) => [
    key,
    key === "customerId" ? foldForm(text) : foldFormAndCase(text),
  ]);
  return Object.fromEntries(folded.filter(([, text]) => text !== ""));
}
