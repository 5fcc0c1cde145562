import { countOf } from "@/lib/domain/money/numbers";
import { hasColumns, type SettlementMapping } from "@/lib/domain/reconciliation/settlement-columns";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import { formatPeriod } from "@/lib/domain/reports/report";

type MappedFilesProps = {
  type: SettlementType;
  mapping: SettlementMapping;
  groups: readonly { columns: string[]; dates: string[] }[];
};

/** Which files the mapping will be applied to. */
export function MappedFiles({ type, mapping, groups }: MappedFilesProps) {
  const datesOf = (isMapped: boolean) =>
    groups
      .filter(({ columns }) => hasColumns(columns, mapping) === isMapped)
      .flatMap(({ dates }) => dates)
      .sort();
  const [mapped, others] = [datesOf(true), datesOf(false)];
  return (
    <p className="text-pretty text-ink-2">
      Applies to {countOf(mapped.length, "file")} with these columns{spanOf(type, mapped)} and to new ones.
      {others.length > 0 &&
        ` ${countOf(others.length, "file")} with other columns${spanOf(type, others)} will be recognized by name.`}
    </p>
  );
}

function spanOf(type: SettlementType, dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return "";
  const text = formatPeriod(type, first);
  return first === last ? ` (${text})` : ` (${text} to ${formatPeriod(type, last)})`;
}
