import { DateTime } from "@/components/ui/values/date-time";
import type { DateOrder, DecimalMark } from "@/lib/domain/reconciliation/cell-formats";
import {
  ROLE_NAMES,
  SETTLEMENT_ROLES,
  type SettlementMapping,
} from "@/lib/domain/reconciliation/settlement-columns";

type MappingVersionsProps = {
  versions: readonly { version: number; mapping: SettlementMapping | null; person: string; at: string }[];
};

/** The newest first; the first applies. */
export function MappingVersions({ versions }: MappingVersionsProps) {
  if (versions.length === 0)
    return <p className="px-4 pb-4 text-ink-2">None yet. Columns are recognized by name.</p>;
  return (
    <ol className="divide-y divide-line">
      {versions.map(({ version, mapping, person, at }, index) => (
        <li key={version} className="px-4 py-2.5">
          <p>
            <span className="font-medium">
              Version {version}
              {index === 0 && " (current)"}
            </span>{" "}
            <span className="text-ink-2">
              {person}, <DateTime value={at} />
            </span>
          </p>
          <p className="text-pretty text-small text-ink-2">{mapping ? describe(mapping) : "As recognized"}</p>
        </li>
      ))}
    </ol>
  );
}

function describe({ columns, formats }: SettlementMapping): string {
  const named = ROLE_NAMES.flatMap((role) => {
    const name = columns[role];
    return name === undefined ? [] : [`${SETTLEMENT_ROLES[role]}: ${name}`];
  });
  return [
    ...named,
    formats.decimal ? DECIMAL_MARKS[formats.decimal] : "decimal mark as each file shows",
    formats.dates ? DATE_ORDERS[formats.dates] : "date order as each file shows",
  ].join(" · ");
}

const DECIMAL_MARKS: Record<DecimalMark, string> = { ".": "decimal point", ",": "decimal comma" };
const DATE_ORDERS: Record<DateOrder, string> = { "day-first": "day first", "month-first": "month first" };
