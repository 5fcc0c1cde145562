import { rewriteJson } from "@/lib/domain/text/rewrite-json";
import { mayHoldCardSecret } from "./may-hold-card-secret";

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

const ZERO = 0x30;

const MASK = "•••";

/** Field and column names of security codes and of card numbers. */
const CODE_WORD = /^(?:cvv2?|cvc2?|cvn2?|csc)$/;
const CODE_NAME = /security(?:code|number)|verification(?:code|value|number)/;
const NUMBER_NAME = /(?:card|primaryaccount)(?:no|nr|num|number)$/;

/** IDs, hashes and times have many digits, and some would look like a card number by chance. */
const IDS_AND_TIMES = new RegExp(
  [
    "(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])",
    "(?<![0-9a-f])(?=[0-9]*[a-f])[0-9a-f]{32,}(?![0-9a-f])",
    "(?<!\\d|\\d-)(?:19|20)\\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?!\\d|-\\d)",
    // Milliseconds since 1970, from 2001 to 2033. No scheme has 13-digit card numbers that start with 1.
    "(?<!\\d[\\s-]?)1\\d{12}(?![\\s-]?\\d)",
    // YYYYMMDDhhmmss. No card number starts with 19 or 20.
    "(?<!\\d[\\s-]?)(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[01]\\d|2[0-3])(?:[0-5]\\d){2}(?![\\s-]?\\d)",
  ]
    .map((pattern) => `(?:${pattern})`)
    .join("|"),
  "gi",
);

/** Thirteen or more digits, with or without spaces, dashes or invisible characters between them. */
const DIGIT_GROUPS = /\d(?:[\s\p{Dash_Punctuation}\p{Cf}]{0,3}\d){12,}/gu;

/**
 * Grouped as on a card, with another separator. Dates and amounts have other groups, and no card number starts with
 * 19 or 20 as years do. Lookaheads don't consume the match, so that one can start inside another.
 */
const PRINTED_GROUPS = [
  /(?<!\d)(?=(\d{4}([._/·*])\d{4}\2\d{4}\2\d{1,7})(?!\d))/gu,
  /(?<!\d)(?!19|20)(?=(\d{4}([^\p{L}\p{N}"•\r\n]{1,6})\d{4}\2\d{4}\2\d{4})(?!\d))/gu,
  /(?<!\d)(?=(\d{4}([^\p{L}\p{N}"•\r\n]{1,6})\d{6}\2\d{5})(?!\d))/gu,
];

/**
 * A card number directly followed by its expiry (MMYY, YYMM or with a four-digit year) and possibly the security
 * code. Only numbers of large schemes with a plausible expiry: two in a thousand ordinary 20-digit IDs match by
 * chance.
 */
const SCHEME_PREFIXES = "(?:4|5[1-5]|2(?=2(?:2[1-9]|[3-9])|[3-6]|7[01]|720)|35|6(?:011|2|4[4-9]|5))";
const MONTH = "(?:0[1-9]|1[0-2])";
const YEAR = "(?:20)?[2-4]\\d";
const EXPIRY = `(?:${MONTH}${YEAR}|${YEAR}${MONTH})`;
const NUMBERS_WITH_EXPIRY = [
  new RegExp(`(?<!\\d)(?=${SCHEME_PREFIXES})(\\d{4}(?:[\\s-]?\\d{4}){3})${EXPIRY}(?:\\d{3})?(?!\\d)`, "g"),
  new RegExp(`(?<!\\d)(3[47]\\d{2}[\\s-]?\\d{6}[\\s-]?\\d{5})${EXPIRY}(?:\\d{4})?(?!\\d)`, "g"),
];

/**
 * A security code is recognized only by the words before it. CSC-1234 and CVC-1234 are IDs, because the letters are
 * common initials.
 */
const SECURITY_CODE =
  /(?<![a-z0-9])((?:cvv2?|cvc2|cv[cn](?![-_]\d)|csc(?![-_]?\d)|(?:security|verification)[\s_-]?(?:code|value|number))(?![a-z])[^a-z0-9\n]{0,6}(?:(?:code|number|no|is|was)(?![a-z0-9])[^a-z0-9\n]{0,6})?)\d{3,4}(?!\d)/gi;

const NON_ASCII_DIGITS = /(?![0-9])\p{Nd}/gu;

/**
 * The prefixes and lengths of Visa, Mastercard, Mir, American Express, Diners Club, JCB, Maestro, those that start
 * with 6 (Discover, UnionPay and others), 81 or 82, Troy and UATP.
 */
const SCHEME_NUMBER = new RegExp(
  [
    "4(?:\\d{12}|\\d{15}|\\d{18})",
    "(?:5[1-5]\\d\\d|222[1-9]|22[3-9]\\d|2[3-6]\\d\\d|27[01]\\d|2720|9792)\\d{12}",
    "220[0-4]\\d{12,15}",
    "3[47]\\d{13}",
    "3[0689]\\d{12,17}",
    "(?:35|8[12])\\d{14,17}",
    "(?:5[06-8]|6\\d)\\d{11,17}",
    "1\\d{14}",
  ]
    .map((pattern) => `^${pattern}$`)
    .join("|"),
);

/** Asked only of digits with a valid check digit. */
type IsCardNumber = (digits: string) => boolean;
type Span = { start: number; end: number };

/**
 * Masks a text for storage and display: a full card number (valid check digit, any grouping) is cut to its last four
 * digits, and a security code is masked. IDs, hashes and times stay.
 */
export function maskCardSecrets(text: string): string {
  return mask(text, () => true);
}

/**
 * For an identifier from another system. One in ten long numbers has a valid check digit, so only numbers that a
 * card scheme could have issued are masked.
 */
export function maskCardSecretsInId(id: string): string {
  return mask(id, (digits) => SCHEME_NUMBER.test(digits));
}

function mask(text: string, isCardNumber: IsCardNumber): string {
  if (!mayHoldCardSecret(text)) return text;
  const plain = text.replace(NON_ASCII_DIGITS, toAsciiDigit);
  const masked = maskCardNumbers(plain, isCardNumber).replace(SECURITY_CODE, `$1${MASK}`);
  return masked === plain ? text : masked;
}

export function isMaskedId(id: string): boolean {
  return id.includes("••••");
}

/**
 * The mask for a field or column with a telling name, or null: under "CVV" all digits are masked, under "card
 * number" any thirteen digits.
 */
export function cardFieldMask(fieldName: string): ((text: string) => string) | null {
  const words = fieldName
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const name = words.join("");
  if (words.some((word) => CODE_WORD.test(word)) || CODE_NAME.test(name))
    return (text) => (/\p{Nd}/u.test(text) ? MASK : maskCardSecrets(text));
  if (words.includes("pan") || NUMBER_NAME.test(name)) return maskLongNumber;
  return null;
}

/** For a webhook's body, after decoding its escapes. The `exempt` text stays unmasked. */
export function maskCardSecretsInJson(body: string, exempt: string | null = null): string {
  const any = (text: string) => (text === exempt ? text : maskCardSecrets(text));
  return rewriteJson(body, { any, under: cardFieldMask });
}

function maskLongNumber(text: string): string {
  const digits = text.replace(NON_ASCII_DIGITS, toAsciiDigit).replace(/\D/g, "");
  return digits.length >= MIN_DIGITS ? lastFour(digits) : maskCardSecrets(text);
}

function maskCardNumbers(text: string, isCardNumber: IsCardNumber): string {
  let masked = "";
  let position = 0;
  for (const { 0: exempt, index } of text.matchAll(IDS_AND_TIMES)) {
    masked += maskDigitGroups(text.slice(position, index), isCardNumber) + exempt;
    position = index + exempt.length;
  }
  return masked + maskDigitGroups(text.slice(position), isCardNumber);
}

function maskDigitGroups(text: string, isCardNumber: IsCardNumber): string {
  const withoutExpiries = NUMBERS_WITH_EXPIRY.reduce(
    (rest, pattern) => rest.replace(pattern, maskNumberWithExpiry),
    text,
  );
  const masked = withoutExpiries.replace(DIGIT_GROUPS, (run) =>
    maskSpans(run, findCardNumbers(run, isCardNumber)),
  );
  return maskSpans(masked, findPrintedNumbers(masked, isCardNumber));
}

function maskNumberWithExpiry(run: string, number: string): string {
  const digits = number.replace(/\D/g, "");
  return passesLuhn(digits) ? `${lastFour(digits)} ${MASK}` : run;
}

function maskSpans(text: string, spans: Span[]): string {
  let masked = "";
  let position = 0;
  for (const { start, end } of merge(spans)) {
    masked += text.slice(position, start) + lastFour(text.slice(start, end).replace(/\D/g, ""));
    position = end;
  }
  return masked + text.slice(position);
}

function findPrintedNumbers(text: string, isCardNumber: IsCardNumber): Span[] {
  return PRINTED_GROUPS.flatMap((groups) => [...text.matchAll(groups)])
    .map(({ index, 1: run = "" }) => ({ start: index, end: index + run.length, run }))
    .filter(({ run }) => {
      const digits = run.replace(/\D/g, "");
      return passesLuhn(digits) && isCardNumber(digits);
    })
    .sort((one, other) => one.start - other.start);
}

function lastFour(digits: string): string {
  return `•••• ${digits.slice(-4)}`;
}

/**
 * Every sequence of whole groups that forms a card number. They may overlap by chance or with other digits next to
 * them. A whole request can be one run, so little is done for each group.
 */
function findCardNumbers(run: string, isCardNumber: IsCardNumber): Span[] {
  const digits = run.replace(/\D/g, "");
  const isValid = checkDigitsOf(digits);
  const groups = readGroups(run);
  const found: Span[] = [];
  let next = 0;
  for (const { start, firstDigit } of groups) {
    while (next < groups.length && (groups[next]?.endDigit ?? 0) - firstDigit <= MAX_DIGITS) next += 1;
    // The longest one that starts here.
    for (let index = next - 1; index >= 0; index -= 1) {
      const { end, endDigit } = groups[index] ?? { end: 0, endDigit: 0 };
      if (endDigit - firstDigit < MIN_DIGITS) break;
      if (!isValid(firstDigit, endDigit) || !isCardNumber(digits.slice(firstDigit, endDigit))) continue;
      const last = found.at(-1);
      if (last && start < last.end) last.end = Math.max(last.end, end);
      else found.push({ start, end });
      break;
    }
  }
  return found;
}

/** Where each group is in the run, and which of the run's digits it has. */
type Group = Span & { firstDigit: number; endDigit: number };

function readGroups(run: string): Group[] {
  const groups: Group[] = [];
  let digits = 0;
  for (let index = 0; index < run.length; index += 1) {
    const digit = run.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) continue;
    digits += 1;
    const last = groups.at(-1);
    if (last?.end !== index)
      groups.push({ start: index, end: index + 1, firstDigit: digits - 1, endDigit: digits });
    else {
      last.end = index + 1;
      last.endDigit = digits;
    }
  }
  return groups;
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += weighed(digits.charCodeAt(digits.length - 1 - index) - ZERO, index % 2 === 1);
  return sum % 10 === 0;
}

/** Tells whether any part of the digits passes, from sums that are made once. */
function checkDigitsOf(digits: string): (start: number, end: number) => boolean {
  // Counted from the last digit of the part, every second one is doubled: those at odd or those at even places.
  const oddDoubled = new Uint32Array(digits.length + 1);
  const evenDoubled = new Uint32Array(digits.length + 1);
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(place) - ZERO;
    const isOdd = place % 2 === 1;
    oddDoubled[place + 1] = (oddDoubled[place] ?? 0) + weighed(digit, isOdd);
    evenDoubled[place + 1] = (evenDoubled[place] ?? 0) + weighed(digit, !isOdd);
  }
  return (start, end) => {
    const sums = end % 2 === 1 ? oddDoubled : evenDoubled;
    return ((sums[end] ?? 0) - (sums[start] ?? 0)) % 10 === 0;
  };
}

function weighed(digit: number, isDoubled: boolean): number {
  if (!isDoubled) return digit;
  return digit > 4 ? 2 * digit - 9 : 2 * digit;
}

const ASCII_DIGITS = new Map<string, string>();

/** Unicode has the ten digits of each script in a row, and some scripts directly follow one another. */
function toAsciiDigit(digit: string): string {
  const known = ASCII_DIGITS.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  const ascii = String((code - zero) % 10);
  ASCII_DIGITS.set(digit, ascii);
  return ascii;
}
