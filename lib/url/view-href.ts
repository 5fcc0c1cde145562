/** What a list page shows, as in its URL. Without zod, so that links add no code to the browser. */
export type ViewValue = string | number | boolean | null | readonly string[];
export type ViewState = Readonly<Record<string, ViewValue>>;

const SEPARATOR = ",";

/** Leaves out default values and writes the others in the order of `defaults`. */
export function viewHref<View extends ViewState>(path: string, view: View, defaults: View): string {
  const pairs = Object.keys(defaults).flatMap((name) => {
    const value = view[name] ?? null;
    if (isSameValue(value, defaults[name] ?? null)) return [];
    return [`${encodeURIComponent(name)}=${encodeValue(value)}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

/** A filter change resets to the first page and closes the open row, unless the change sets them. */
export function changeView<View extends ViewState>(view: View, change: Partial<View>, defaults: View): View {
  const isFilterChange = Object.keys(change).some((name) => !POSITION.has(name) && !PRESENTATION.has(name));
  const start = isFilterChange ? positionOf(defaults) : {};
  return { ...view, ...start, ...change };
}

/** The fields that select a page or a row of the list, not a filter. */
export const POSITION: ReadonlySet<string> = new Set(["page", "before", "after", "open", "entry"]);

/** The fields that choose the saved view and its columns: neither a page nor a filter. */
export const PRESENTATION: ReadonlySet<string> = new Set(["view", "columns"]);

/** For a link to what a list contains, such as its export. */
export const NO_PRESENTATION = { view: null, columns: [] } as const;

export function presentationOf<View extends ViewState>(view: View): Partial<View> {
  return Object.fromEntries(Object.entries(view).filter(([name]) => PRESENTATION.has(name))) as Partial<View>;
}

function positionOf<View extends ViewState>(defaults: View): Partial<View> {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => POSITION.has(name))) as Partial<View>;
}

/** Whether any filter differs from its default. */
export function isFiltered<View extends ViewState>(view: View, defaults: View): boolean {
  return Object.keys(defaults).some(
    (name) =>
      !POSITION.has(name) &&
      !PRESENTATION.has(name) &&
      !isSameValue(view[name] ?? null, defaults[name] ?? null),
  );
}

/** Items of a list are separated by commas; a comma inside an item is escaped. */
function encodeValue(value: ViewValue): string {
  if (value === null) return "";
  if (typeof value === "object") return value.map(encodeItem).join(SEPARATOR);
  // A colon needs no escaping and is easier to read.
  return encodeText(String(value)).replaceAll("%3A", ":");
}

const encodeItem = (item: string) => encodeText(encodeText(item));

// encodeURIComponent throws for an unpaired surrogate.
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed());

/** Expects text that was decoded once, as by `URLSearchParams`. */
export function splitItems(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map(decodeItem)
    .filter((item): item is string => Boolean(item));
}

function decodeItem(item: string): string | null {
  try {
    return decodeURIComponent(item);
  } catch {
    return null;
  }
}

export function isSameValue(left: ViewValue, right: ViewValue): boolean {
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return left === right;
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
