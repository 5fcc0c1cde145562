/** What a list page shows, as it stands in its URL: no zod here, so that links cost the browser nothing. */
export type ViewValue = string | number | boolean | null | readonly string[];
export type ViewState = Readonly<Record<string, ViewValue>>;

const SEPARATOR = ",";

/** The address of a view: what is as usual is left out, the rest stands in the order of `defaults`. */
export function viewHref<View extends ViewState>(path: string, view: View, defaults: View): string {
  const pairs = Object.keys(defaults).flatMap((name) => {
    const value = view[name] ?? null;
    if (isSameValue(value, defaults[name] ?? null)) return [];
    return [`${encodeURIComponent(name)}=${encodeValue(value)}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

/**
 * The view after a change. Another filter is another list: it starts on its first page and with no row open, unless
 * the change says which.
 */
export function changeView<View extends ViewState>(view: View, change: Partial<View>, defaults: View): View {
  const isOtherList = Object.keys(change).some((name) => !POSITION.has(name));
  const start = isOtherList ? positionOf(defaults) : {};
  return { ...view, ...start, ...change };
}

/** The parts of a view that say where one is in a list, not which list it is. */
export const POSITION: ReadonlySet<string> = new Set(["page", "before", "after", "open", "entry"]);

function positionOf<View extends ViewState>(defaults: View): Partial<View> {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => POSITION.has(name))) as Partial<View>;
}

/** Whether anything but the position differs from the usual. */
export function isFiltered<View extends ViewState>(view: View, defaults: View): boolean {
  return Object.keys(defaults).some(
    (name) => !POSITION.has(name) && !isSameValue(view[name] ?? null, defaults[name] ?? null),
  );
}

/** How a value is written in a URL. Commas part the items of a list; a comma inside one is escaped. */
function encodeValue(value: ViewValue): string {
  if (value === null) return "";
  if (typeof value === "object") return value.map(encodeItem).join(SEPARATOR);
  // A colon means nothing here, and reads better bare.
  return encodeText(String(value)).replaceAll("%3A", ":");
}

const encodeItem = (item: string) => encodeText(encodeText(item));

// Half of a surrogate pair would make encodeURIComponent throw.
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed());

/** The items of a list as `URLSearchParams` hands them over: decoded once. */
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
