import type { ExportFormat } from "@/lib/domain/exports/export-format";
import { isSameValue, POSITION, PRESENTATION, type ViewState, type ViewValue } from "./view-href";

type ExportedView = ViewState & {
  readonly from: string | null;
  readonly to: string | null;
  readonly zone?: string | null;
};

/** Values are shortened to keep the file name within file system limits. */
const MAX_VALUE_LENGTH = 40;

/** Already part of the period, or not a filter. */
const UNNAMED_FIELDS = new Set([...POSITION, ...PRESENTATION, "from", "to", "zone", "sort"]);
/** The text may be a person's name, so only the parameter's name is used. */
const TYPED_FIELDS = new Set(["search", "target", "merchant"]);

/** `transactions_2026-10-01_to_2026-10-31_utc_status-DECLINED.csv` */
export function exportFileName(
  list: string,
  view: ExportedView,
  defaults: ViewState,
  format: ExportFormat = "csv",
): string {
  const filters = Object.keys(defaults).flatMap((name) => {
    const value = view[name] ?? null;
    if (UNNAMED_FIELDS.has(name) || isSameValue(value, defaults[name] ?? null)) return [];
    return [TYPED_FIELDS.has(name) ? name : `${name}-${toFileNamePart(value)}`];
  });
  return `${[list, periodOf(view), ...filters].join("_")}.${format}`;
}

function periodOf({ from, to, zone }: ExportedView): string {
  if (!from && !to) return "all-days";
  const days = !from ? `until_${to}` : !to ? `from_${from}` : from === to ? from : `${from}_to_${to}`;
  return `${days}_${toFileNamePart(zone ?? "UTC").toLowerCase()}`;
}

function toFileNamePart(value: ViewValue): string {
  const text = typeof value === "object" && value !== null ? value.join("+") : String(value);
  return text.replaceAll(/[^A-Za-z0-9._+-]+/g, "-").slice(0, MAX_VALUE_LENGTH);
}
