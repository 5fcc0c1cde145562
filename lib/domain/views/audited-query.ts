/** Parameters whose values are chosen and not typed. What is typed can be a cardholder's name. */
const CHOSEN: ReadonlySet<string> = new Set([
  "from",
  "to",
  "zone",
  "clearedFrom",
  "clearedTo",
  "status",
  "state",
  "type",
  "kind",
  "verdict",
  "effect",
  "outcome",
  "action",
  "person",
  "owner",
  "currency",
  "billed",
  "min",
  "max",
  "sort",
  "columns",
  "view",
]);

/** Values of chosen parameters have no spaces or letters of names beyond ASCII. */
const CHOSEN_VALUE = /^[\w:.,+/-]*$/;

const MASK = "•••";

/** A view's parameters for the audit log, without what was typed. */
export function auditedQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${name}=${isChosen(name, value) ? value : MASK}`)
    .join("&");
}

/** Whether the parameters contain what somebody typed, such as a name. */
export function hasTypedText(query: string): boolean {
  return [...new URLSearchParams(query)].some(([name, value]) => !isChosen(name, value));
}

function isChosen(name: string, value: string): boolean {
  return CHOSEN.has(name) && CHOSEN_VALUE.test(value);
}
