import { isSameValue, POSITION, type ViewState, type ViewValue } from "./view-href";

type ExportedView = ViewState & { readonly from: string | null; readonly to: string | null };

/** Filter values are cut, so that every disk takes the name. */
const LONGEST_VALUE = 40;

/** These are in the period, do not choose rows, or may be a person's name. */
const NOT_NAMED = new Set([...POSITION, "from", "to", "sort", "search"]);

/** `transactions_2026-10-01_to_2026-10-31_utc_status-DECLINED.csv`: what is in the file, once it lies among others. */
export function exportFileName(list: string, view: ExportedView, defaults: ViewState): string {
  const filters = Object.keys(defaults).flatMap((name) => {
    const value = view[name] ?? null;
    if (NOT_NAMED.has(name) || isSameValue(value, defaults[name] ?? null)) return [];
    return [`${name}-${inFileName(value)}`];
  });
  return `${[list, periodOf(view), ...filters, ...(view.search ? ["search"] : [])].join("_")}.csv`;
}

function periodOf({ from, to }: ExportedView): string {
  if (!from && !to) return "all-days";
  if (!from) return `until_${to}_utc`;
  if (!to) return `from_${from}_utc`;
  return from === to ? `${from}_utc` : `${from}_to_${to}_utc`;
}

function inFileName(value: ViewValue): string {
  const text = typeof value === "object" && value !== null ? value.join("+") : String(value);
  return text.replaceAll(/[^A-Za-z0-9._+-]+/g, "-").slice(0, LONGEST_VALUE);
}
