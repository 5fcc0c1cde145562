import { rewriteJson } from "./rewrite-json";

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

const ZERO = 0x30;

const MASK = "•••";

/** Words in the name of a field or a column that holds security codes, and of one that holds card numbers. */
const CODE_WORD = /^(?:cvv2?|cvc2?|cvn2?|csc)$/;
const CODE_NAME = /security(?:code|number)|verification(?:code|value|number)/;
const NUMBER_NAME = /(?:card|primaryaccount)(?:no|nr|num|number)$/;

/** Ids, hashes and times: they hold many digits, and some of them would pass for a card number by chance. */
const IDS_AND_TIMES = new RegExp(
  [
    "(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])",
    "(?<![0-9a-f])(?=[0-9]*[a-f])[0-9a-f]{32,}(?![0-9a-f])",
    "(?<!\\d|\\d-)(?:19|20)\\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?!\\d|-\\d)",
    // Milliseconds since 1970, from 2001 to 2033. No scheme has card numbers of 13 digits that begin with 1.
    "(?<!\\d[\\s-]?)1\\d{12}(?![\\s-]?\\d)",
    // YYYYMMDDhhmmss. No card number begins with 19 or 20.
    "(?<!\\d[\\s-]?)(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[01]\\d|2[0-3])(?:[0-5]\\d){2}(?![\\s-]?\\d)",
  ]
    .map((pattern) => `(?:${pattern})`)
    .join("|"),
  "gi",
);

/** Thirteen digits or more, together or in groups that spaces, dashes or invisible characters hold apart. */
const DIGIT_GROUPS = /\d(?:[\s\p{Dash_Punctuation}\p{Cf}]{0,3}\d){12,}/gu;

/**
 * As cards print them, held apart by some other sign. Only these groups: a date or an amount has others, and no card
 * number begins with 19 or 20, as years do. They are found without being consumed, so that one may begin within another.
 */
const PRINTED_GROUPS = [
  /(?<!\d)(?=(\d{4}([._/·*])\d{4}\2\d{4}\2\d{1,7})(?!\d))/gu,
  /(?<!\d)(?!19|20)(?=(\d{4}([^\p{L}\p{N}"•\r\n]{1,6})\d{4}\2\d{4}\2\d{4})(?!\d))/gu,
  /(?<!\d)(?=(\d{4}([^\p{L}\p{N}"•\r\n]{1,6})\d{6}\2\d{5})(?!\d))/gu,
];

/**
 * A card number with its expiry right behind it (MMYY, YYMM or with a whole year), and perhaps the security code. Only
 * numbers of the large schemes with a possible expiry: of ordinary ids of 20 digits, two in a thousand look like that.
 */
const SCHEME_PREFIXES = "(?:4|5[1-5]|2(?=2(?:2[1-9]|[3-9])|[3-6]|7[01]|720)|35|6(?:011|2|4[4-9]|5))";
const MONTH = "(?:0[1-9]|1[0-2])";
const YEAR = "(?:20)?[2-4]\\d";
const EXPIRY = `(?:${MONTH}${YEAR}|${YEAR}${MONTH})`;
const NUMBERS_WITH_EXPIRY = [
  new RegExp(`(?<!\\d)(?=${SCHEME_PREFIXES})(\\d{4}(?:[\\s-]?\\d{4}){3})${EXPIRY}(?:\\d{3})?(?!\\d)`, "g"),
  new RegExp(`(?<!\\d)(3[47]\\d{2}[\\s-]?\\d{6}[\\s-]?\\d{5})${EXPIRY}(?:\\d{4})?(?!\\d)`, "g"),
];

/** A security code is known only by the words before it. CSC-1234 and CVC-1234 are ids: the letters are common initials. */
const SECURITY_CODE =
  /(?<![a-z0-9])((?:cvv2?|cvc2|cv[cn](?![-_]\d)|csc(?![-_]?\d)|(?:security|verification)[\s_-]?(?:code|value|number))(?![a-z])[^a-z0-9\n]{0,6}(?:(?:code|number|no|is|was)(?![a-z0-9])[^a-z0-9\n]{0,6})?)\d{3,4}(?!\d)/gi;

/** Most text holds nothing of the kind, and is looked at by the million: this is seen faster than what it is. */
const MAY_HOLD_SECRET = /[^\0-\x7f]|\d(?:[^\da-z]{0,6}\d){12}|cv[vcn]|csc|security|verification/i;

const NON_ASCII_DIGITS = /(?![0-9])\p{Nd}/gu;

/**
 * The first digits and lengths that schemes use: Visa, Mastercard, Mir, American Express, Diners Club, JCB, Maestro,
 * those that begin with 6 (Discover, UnionPay and others) or 81 and 82, Troy and UATP.
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

type IsCardNumber = (digits: string) => boolean;
type Span = { start: number; end: number };

/**
 * Text as it may be exempt and shown: a full card number (by its check digit, in whatever groups) is cut to its last
 * four digits, a security code is masked. Ids, hashes and times stay.
 */
export function maskCardSecrets(text: string): string {
  return mask(text, passesLuhn);
}

/**
 * The same for an identifier that somebody else made. One in ten of their long numbers has a right check digit, so only
 * what a card scheme could have issued counts.
 */
export function maskCardSecretsInId(id: string): string {
  return mask(id, (digits) => SCHEME_NUMBER.test(digits) && passesLuhn(digits));
}

function mask(text: string, isCardNumber: IsCardNumber): string {
  if (!MAY_HOLD_SECRET.test(text)) return text;
  const plain = text.replace(NON_ASCII_DIGITS, toAsciiDigit);
  const masked = maskCardNumbers(plain, isCardNumber).replace(SECURITY_CODE, `$1${MASK}`);
  return masked === plain ? text : masked;
}

export function isMaskedId(id: string): boolean {
  return id.includes("••••");
}

/**
 * The mask for a field or a column whose name tells what it holds, and null for any other name: under "CVV" any
 * digits are a security code, under "card number" any thirteen are a card number.
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

/** The same in a webhook's body, after its escapes were read. A text that is `exempt` stays whole. */
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
    .filter(({ run }) => isCardNumber(run.replace(/\D/g, "")))
    .sort((one, other) => one.start - other.start);
}

function lastFour(digits: string): string {
  return `•••• ${digits.slice(-4)}`;
}

/** Every row of whole groups that makes a card number. They may overlap: by chance, or beside other digits. */
function findCardNumbers(run: string, isCardNumber: IsCardNumber): Span[] {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  const found: Span[] = [];
  for (const [first, { index: start }] of groups.entries()) {
    let digits = "";
    for (let next = first; next < groups.length; next += 1) {
      const group = groups[next];
      if (!group || digits.length + group.digits.length > MAX_DIGITS) break;
      digits += group.digits;
      if (digits.length >= MIN_DIGITS && isCardNumber(digits)) {
        found.push({ start, end: group.index + group.digits.length });
      }
    }
  }
  return found;
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
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - ZERO;
    const value = index % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Unicode has the ten digits of each script in a row, some scripts right after one another. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
