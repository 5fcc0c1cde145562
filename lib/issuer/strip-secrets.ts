const FEWEST_DIGITS = 13;
const MOST_DIGITS = 19;
const DEEPEST_LEVEL = 32;
const SHORTEST_KEY = 8;

/** Names under which an issuer might send what no dashboard may see, without case and separators. */
const SECRET_FIELDS = new Set([
  "cvv",
  "cvv2",
  "cvc",
  "cvc2",
  "securitycode",
  "cardsecuritycode",
  "pan",
  "cardpan",
  "fullpan",
  "cardnumber",
  "fullcardnumber",
  "primaryaccountnumber",
]);

/** Ids and times: they hold many digits, and some of them would pass for a card number by chance. */
const IDS_AND_TIMES = new RegExp(
  [
    "(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])",
    "(?<![0-9a-f])(?=[0-9]*[a-f])[0-9a-f]{32}(?![0-9a-f])",
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

/** Thirteen digits or more, together or in groups that spaces or dashes hold apart. */
const DIGIT_GROUPS = /\d(?:[\s\p{Dash_Punctuation}]{0,3}\d){12,}/gu;

type Span = { start: number; end: number };

/**
 * What an issuer's answer may become before anyone reads it: a full card number is cut to its last four
 * digits wherever it stands, fields that name a secret are dropped, and our own key is never echoed.
 */
export function stripSecrets(answer: unknown, key: string): unknown {
  const stripText = (text: string) => stripCardNumbers(withoutKey(text, key));
  return stripValue(answer, stripText, 0);
}

export function stripCardNumbers(text: string): string {
  let stripped = "";
  let position = 0;
  for (const { 0: kept, index } of text.matchAll(IDS_AND_TIMES)) {
    stripped += stripDigitGroups(text.slice(position, index)) + kept;
    position = index + kept.length;
  }
  return stripped + stripDigitGroups(text.slice(position));
}

function stripValue(value: unknown, stripText: (text: string) => string, level: number): unknown {
  if (typeof value === "string") return stripText(value);
  if (typeof value === "number") return stripNumber(value);
  if (typeof value !== "object" || value === null) return value;
  // No answer of the contract is nested like this: what lies deeper is dropped, unread.
  if (level >= DEEPEST_LEVEL) return null;
  if (Array.isArray(value)) return value.map((item) => stripValue(item, stripText, level + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecretField(name))
      .map(([name, item]) => [stripText(name), stripValue(item, stripText, level + 1)]),
  );
}

function stripNumber(value: number): number | string {
  if (!Number.isInteger(value)) return value;
  const magnitude = Math.abs(value);
  if (magnitude < 10 ** (FEWEST_DIGITS - 1) || magnitude >= 10 ** MOST_DIGITS) return value;
  // Its last digits were already lost in reading it as a number, so no check digit can clear it.
  if (!Number.isSafeInteger(value)) return "••••";
  const digits = String(magnitude);
  const stripped = stripCardNumbers(digits);
  return stripped === digits ? value : stripped;
}

function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

function withoutKey(text: string, key: string): string {
  return key.length < SHORTEST_KEY ? text : text.replaceAll(key, "[redacted]");
}

function stripDigitGroups(text: string): string {
  return text.replace(DIGIT_GROUPS, (run) => {
    let stripped = "";
    let position = 0;
    for (const { start, end } of merge(cardNumbersIn(run))) {
      stripped += `${run.slice(position, start)}•••• ${run.slice(start, end).replace(/\D/g, "").slice(-4)}`;
      position = end;
    }
    return stripped + run.slice(position);
  });
}

/** Every row of whole groups that makes a card number. They may overlap: by chance, or beside other digits. */
function cardNumbersIn(run: string): Span[] {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  const found: Span[] = [];
  for (const [first, { index: start }] of groups.entries()) {
    let digits = "";
    for (const group of groups.slice(first, first + MOST_DIGITS)) {
      digits += group.digits;
      if (digits.length > MOST_DIGITS) break;
      if (digits.length >= FEWEST_DIGITS && passesLuhn(digits)) {
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
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
