/** What a difference means for the dashboard. */
export const DRIFT_EFFECTS = ["broken", "shown", "harmless"] as const;
export type DriftEffect = (typeof DRIFT_EFFECTS)[number];

export const EFFECT_LABELS = {
  broken: "Broken",
  shown: "Shown as is",
  harmless: "Harmless",
} as const satisfies Record<DriftEffect, string>;

const EFFECT_MEANINGS = {
  broken: "The dashboard rejects the whole answer, and pages that need it show an error.",
  shown: "The dashboard shows it as it is.",
  harmless: "The dashboard works with it.",
} as const satisfies Record<DriftEffect, string>;

type KindText = { title: string; meanings?: Partial<Record<DriftEffect, string>> };

/** Stored with a finding, so a name can't be changed. */
const KINDS = {
  unreadable: { title: "Answer is not JSON" },
  "wrong-type": { title: "Value of another type" },
  "null-value": { title: "Null instead of a value" },
  "missing-field": { title: "Missing field", meanings: { harmless: "The dashboard works without it." } },
  "unknown-field": { title: "Unknown field", meanings: { harmless: "The dashboard ignores it." } },
  "secret-field": {
    title: "Field for a card secret",
    meanings: { harmless: "The dashboard drops it before anything else reads the answer." },
  },
  "new-value": { title: "Unknown value" },
  timestamp: {
    title: "Timestamp in another format",
    meanings: {
      broken: "The dashboard shows the text, but can’t sort or filter the record by time.",
      harmless: "The dashboard reads this format too.",
    },
  },
  amount: {
    title: "Amount in another format",
    meanings: { shown: "The dashboard shows the text, but can’t add it up." },
  },
  id: {
    title: "ID in another format",
    meanings: { broken: "The dashboard can’t open the record, because its ID is not safe in a URL." },
  },
  text: { title: "Text in another format" },
  status: {
    title: "Another status code",
    meanings: {
      broken: "The dashboard reports that the issuer’s answer is unusable.",
      shown: "The dashboard shows it as a rejected request.",
    },
  },
  "error-code": { title: "Another error code" },
  "content-type": { title: "Another content type" },
  "no-date": {
    title: "No Date header",
    meanings: { harmless: "The dashboard can’t notice that a clock is wrong." },
  },
  clock: {
    title: "Clock differs from ours",
    meanings: { broken: "Codes of authenticator apps and signatures of webhooks may be rejected." },
  },
  order: {
    title: "Not newest first",
    meanings: { broken: "The card index looks for new records on the first page, and finds these late." },
  },
  filter: {
    title: "Date filter not honored",
    meanings: { broken: "Lists that are filtered by date show wrong records." },
  },
  "link-relative": { title: "Relative link to another page" },
  "link-host": {
    title: "Link to another host",
    meanings: { harmless: "The dashboard never follows it, so the key isn’t sent there." },
  },
  "link-parameters": {
    title: "Link with other parameters",
    meanings: { harmless: "The dashboard asks for pages by number and adds the filters itself." },
  },
  count: {
    title: "Count differs from the records",
    meanings: {
      shown: "The dashboard shows a wrong total.",
      harmless: "The dashboard then shows a total only for lists with one page.",
    },
  },
  "page-ignored": {
    title: "Same records on another page",
    meanings: { broken: "The dashboard shows the first page over and over, and the index never ends." },
  },
  "repeated-record": {
    title: "Record on two pages",
    meanings: { shown: "The dashboard shows it on both; the index keeps it once." },
  },
  "page-size": {
    title: "Pages of different sizes",
    meanings: { harmless: "The dashboard assumes no page size." },
  },
  "past-end": {
    title: "Page after the last",
    meanings: { shown: "The dashboard shows what the issuer answers if somebody opens such a page." },
  },
  "accepts-invalid": {
    title: "Accepts an invalid request",
    meanings: {
      broken: "Whoever reaches the issuer can read the program’s records.",
      harmless: "The dashboard checks its requests itself.",
    },
  },
} as const satisfies Record<string, KindText>;

export type DriftKind = keyof typeof KINDS;
export const DRIFT_KINDS = Object.keys(KINDS) as DriftKind[];

/** A kind that only another version knows is shown by its name. */
export function driftTitle(kind: string): string {
  return kind in KINDS ? KINDS[kind as DriftKind].title : kind;
}

export function driftMeaning(kind: string, effect: DriftEffect): string {
  const known: KindText | undefined = kind in KINDS ? KINDS[kind as DriftKind] : undefined;
  return known?.meanings?.[effect] ?? EFFECT_MEANINGS[effect];
}
