import { foldText, wordsOf } from "@/lib/domain/cards/search-text";
import { MASK, personalTexts } from "./masking";

const MIN_DIGITS = 5;
const DIGIT_RUNS = /\d(?:[\s./()-]{0,2}\d){4,}/g;
const WORDS = /[\p{Letter}\p{Number}]+/gu;
/** House numbers would also mask the numbers of rules, such as "at most 20 characters". */
const SHORT_NUMBER = /^\d{1,3}$/;
/** Such as a document number. Its parts are ordinary words, so it is masked only as a whole. */
const ID = /^(?=\S*\d)\S{4,}$/;
/** In names of cards and of companies, but also in what an issuer says about any of them. */
const ORDINARY = new Set(
  "address applicant business card company country customer date document name number passport the travel".split(
    " ",
  ),
);

/**
 * Masks what the issuer's message about a request repeats of its personal data, however it is written. The message is
 * stored with the outcome and in the audit log.
 */
export function maskRepeated(message: string, request: unknown): string {
  const texts = personalTexts(request);
  if (texts.length === 0) return message;
  const numbers = texts.flatMap(digitsOf).filter((digits) => digits.length >= MIN_DIGITS);
  const ids = texts.filter((text) => ID.test(text)).map((text) => text.toLowerCase());
  const names = texts.filter((text) => !ID.test(text));
  const words = new Set(
    names
      .flatMap(wordsOf)
      .filter((word) => word.length > 1 && !SHORT_NUMBER.test(word) && !ORDINARY.has(word)),
  );
  const isRepeated = (digits: string) => numbers.some((own) => own.includes(digits) || digits.includes(own));
  return message
    .replace(/\S+/g, (part) => maskIds(part, ids))
    .replace(DIGIT_RUNS, (run) => (isRepeated(run.replace(/\D/g, "")) ? MASK : run))
    .replace(WORDS, (word) => (words.has(foldText(word)) ? MASK : word));
}

function maskIds(part: string, ids: readonly string[]): string {
  const id = ids.find((own) => part.toLowerCase().includes(own));
  if (id === undefined) return part;
  const at = part.toLowerCase().indexOf(id);
  return `${part.slice(0, at)}${MASK}${part.slice(at + id.length)}`;
}

/** Of a date in the usual orders. */
function digitsOf(text: string): string[] {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const digits = text.replace(/\D/g, "");
  return year ? [digits, `${day}${month}${year}`, `${month}${day}${year}`] : [digits];
}
