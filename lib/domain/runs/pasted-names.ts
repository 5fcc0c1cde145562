import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { formatCount } from "@/lib/domain/money/numbers";
import { MAX_RUN_CARDS } from "./run";

const CARD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LAST_FOUR = /^\d{4}$/;
/** A last four may be written as our pages and exports write it: ••1234, ****1234. */
const NAME = /(?:[•*][•* ]{0,18})?([^\s,;•*]+)|[•*]+/g;
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
  const found = [...text.matchAll(NAME)].map(({ 0: written, 1: name = written, index }) => ({
    name,
    from: index,
    to: index + written.length,
  }));
  if (found.length > MAX_RUN_CARDS) return { problem: TOO_MANY };
  // Also first: nothing that long is searched for card numbers.
  if (found.some(({ name }) => name.length > CARD_ID_CHARACTERS)) return refuse(found);
  if (text.split(/[\r\n\t,;]+/).some((part) => maskCardSecrets(part) !== part))
    return {
      problem:
        "This could contain a card number, so it was refused. If these are last fours, put each on its own line.",
    };
  if (found.length === 0) return { problem: "Paste card IDs or last fours." };
  if (!found.every(isName)) return refuse(found);
  return { names: [...new Set(found.map(({ name }) => name.toLowerCase()))] };
}

type Found = { name: string; from: number; to: number };

function isName({ name }: Found): boolean {
  return CARD_ID.test(name) || isLastFour(name);
}

export function isLastFour(name: string): boolean {
  return LAST_FOUR.test(name);
}

function refuse(found: readonly Found[]): Problem {
  const others = found.filter((name) => !isName(name));
  const [first] = others;
  if (!first) throw new Error("Every entry is a card ID or a last four");
  const position = found.indexOf(first) + 1;
  const problem =
    others.length === 1
      ? `Entry ${position} is neither a card ID nor a last four.`
      : `${formatCount(others.length)} entries are neither card IDs nor last fours. The first is entry ${position}.`;
  return { problem, from: first.from, to: first.to };
}
