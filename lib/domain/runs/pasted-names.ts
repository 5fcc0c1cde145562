import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { MAX_RUN_CARDS } from "./run";

const CARD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_FOUR = /^\d{4}$/;

/**
 * What a person pasted: card IDs and last fours, separated by spaces, commas, semicolons, or lines. Anything else is
 * refused, because it could be personal data.
 */
export function readPastedNames(text: string): { names: string[] } | { problem: string } {
  if (text.split(/[\r\n\t,;]+/).some((part) => maskCardSecrets(part) !== part))
    return {
      problem:
        "This could contain a card number, so it was refused. If these are last fours, put each on its own line.",
    };
  const names = [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ""))];
  if (names.length === 0) return { problem: "Paste card IDs or last fours." };
  if (names.length > MAX_RUN_CARDS)
    return { problem: `These are more than ${MAX_RUN_CARDS.toLocaleString("en")} cards.` };
  const other = names.findIndex((name) => !CARD_ID.test(name) && !LAST_FOUR.test(name));
  if (other >= 0) return { problem: `Number ${other + 1} is neither a card ID nor a last four.` };
  return { names: names.map((name) => name.toLowerCase()) };
}
