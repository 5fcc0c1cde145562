import { isSameValue, POSITION, type ViewState, type ViewValue } from "./view-href";

type ExportedView = ViewState & {
  readonly from: string | null;
  readonly to: string | null;
  readonly zone: string | null;
};

/** Filter values are cut, so that every disk takes the name. */
const LONGEST_VALUE = 40;

/** These are in the period already, or do not choose rows. */
const NOT_NAMED = new Set([...POSITION, "from", "to", "zone", "sort"]);
/** What was typed may be a person's name: only that it was typed is said. */
const TYPED = new Set(["search", "target"]);

/** `transactions_2026-10-01_to_2026-10-31_utc_status-DECLINED.csv`: what is in the file, once it lies among others. */
export function exportFileName(list: string, view: ExportedView, defaults: ViewState): string {
  const filters = Object.keys(defaults).flatMap((name) => {
    const value = view[name] ?? null;
    if (NOT_NAMED.has(name) || isSameValue(value, defaults[name] ?? null)) return [];
    return [TYPED.has(name) ? name : `${name}-${inFileName(value)}`];
  });
  return `${[list, periodOf(view), ...filters].join("_")}.csv`;
}

function periodOf({ from, to, zone }: ExportedView): string {
  if (!from && !to) return "all-days";
  const days = !from ? `until_${to}` : !to ? `from_${from}` : from === to ? from : `${from}_to_${to}`;
  return `${days}_${inFileName(zone ?? "UTC").toLowerCase()}`;
}

function inFileName(value: ViewValue): string {
  const text = typeof value === "object" && value !== null ? value.join("+") : String(value);
  return text.replaceAll(/[^A-Za-z0-9._+-]+/g, "-").slice(0, LONGEST_VALUE);
}
