import { MAX_RUN_CARDS } from "./run";

/** A card's ID in the spec's form is at most as long. */
const MAX_NAME_LENGTH = 64;
const CARD_NUMBER = /^\d{12,19}$/;

/** What a person pasted: card IDs and last fours, separated by spaces, commas, semicolons, or lines. */
export function readPastedNames(text: string): { names: string[] } | { problem: string } {
  const names = [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ""))];
  if (names.length === 0) return { problem: "Paste card IDs or last fours." };
  if (names.length > MAX_RUN_CARDS)
    return { problem: `These are more than ${MAX_RUN_CARDS.toLocaleString("en")} cards.` };
  if (names.some((name) => CARD_NUMBER.test(name)))
    return {
      problem: "This contains a card number. Use card IDs or last fours instead. Nothing was stored.",
    };
  if (names.some((name) => name.length > MAX_NAME_LENGTH))
    return { problem: "This contains something too long to be a card ID." };
  return { names };
}
