import { Callout } from "@/components/ui/messages/callout";
import { countOf } from "@/lib/domain/money/numbers";
import {
  excludesFormats,
  type FileGroup,
  hasColumns,
  type SettlementMapping,
} from "@/lib/domain/reconciliation/settlement-columns";
import type { SettlementType } from "@/lib/domain/reconciliation/settlement-type";
import { formatPeriod } from "@/lib/domain/reports/report";

type MappedFilesProps = {
  type: SettlementType;
  mapping: SettlementMapping;
  groups: readonly FileGroup[];
};

const MAX_NAMED = 5;

/** Which files the mapping will be applied to, and which of them have other formats. */
export function MappedFiles({ type, mapping, groups }: MappedFilesProps) {
  const datesOf = (chosen: readonly FileGroup[]) => chosen.flatMap(({ dates }) => dates).sort();
  const withColumns = groups.filter(({ columns }) => hasColumns(columns, mapping));
  const mapped = datesOf(withColumns);
  const others = datesOf(groups.filter((group) => !withColumns.includes(group)));
  const excluded = datesOf(withColumns.filter(({ formats }) => excludesFormats(mapping.formats, formats)));
  return (
    <>
      <p className="text-pretty text-ink-2">
        Applies to {countOf(mapped.length, "file")} with these columns{spanOf(type, mapped)} and to new ones.
        {others.length > 0 &&
          ` ${countOf(others.length, "file")} with other columns${spanOf(type, others)} will be recognized by name.`}
      </p>
      {excluded.length > 0 && (
        <Callout tone="warn" isAnnounced>
          {countOf(excluded.length, "file")} with another format wouldn’t be understood:{" "}
          {namesOf(type, excluded)}. Choose “As each file shows”.
        </Callout>
      )}
    </>
  );
}

function namesOf(type: SettlementType, dates: readonly string[]): string {
  const named = dates.slice(0, MAX_NAMED).map((date) => formatPeriod(type, date));
  const more = dates.length - named.length;
  return named.join(", ") + (more > 0 ? `, and ${countOf(more, "other")}` : "");
}

function spanOf(type: SettlementType, dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return "";
  const text = formatPeriod(type, first);
  return first === last ? ` (${text})` : ` (${text} to ${formatPeriod(type, last)})`;
}
