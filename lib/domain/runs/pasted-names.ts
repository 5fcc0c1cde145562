import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { MAX_RUN_CARDS } from "./run";

const CARD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_FOUR = /^\d{4}$/;
const CARD_ID_CHARACTERS = 36;
const TOO_MANY = `These are more than ${MAX_RUN_CARDS.toLocaleString("en")} cards.`;
/** An ID with a separator has 37, or 38 with Windows' line ends. */
const MAX_CHARACTERS = 40 * MAX_RUN_CARDS;

type Problem = {
  problem: string;
  /** Where it is in the text. */
  from?: number;
  to?: number;
};

/**
 * What a person pasted: card IDs and last fours, separated by spaces, commas, semicolons, or lines. Anything else is
 * refused, because it could be personal data.
 */
export function readPastedNames(text: string): { names: string[] } | Problem {
  // First, because searching a megabyte of digits for card numbers would block other requests.
  if (text.length > MAX_CHARACTERS) return { problem: TOO_MANY };
  const found = [...text.matchAll(/[^\s,;]+/g)].map(({ 0: name, index }) => ({ name, index }));
  if (found.length > MAX_RUN_CARDS) return { problem: TOO_MANY };
  const refuse = (position: number, { name, index }: { name: string; index: number }) => ({
    problem: `Number ${position + 1} is neither a card ID nor a last four.`,
    from: index,
    to: index + name.length,
  });
  // Also first: nothing that long is searched for card numbers.
  const tooLong = found.findIndex(({ name }) => name.length > CARD_ID_CHARACTERS);
  if (found[tooLong]) return refuse(tooLong, found[tooLong]);
  if (text.split(/[\r\n\t,;]+/).some((part) => maskCardSecrets(part) !== part))
    return {
      problem:
        "This could contain a card number, so it was refused. If these are last fours, put each on its own line.",
    };
  if (found.length === 0) return { problem: "Paste card IDs or last fours." };
  const position = found.findIndex(({ name }) => !CARD_ID.test(name) && !LAST_FOUR.test(name));
  const other = found[position];
  if (other) return refuse(position, other);
  return { names: [...new Set(found.map(({ name }) => name.toLowerCase()))] };
}
