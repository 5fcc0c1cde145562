import type { ComparedField, ComparedRow, Difference } from "@/lib/domain/reports/comparison";

type ComparedRowsProps = { rows: readonly ComparedRow[]; difference: Difference };

/** A list on any screen: files have too many columns to show two rows side by side. */
export function ComparedRows({ rows, difference }: ComparedRowsProps) {
  if (rows.length === 0) return <p className="px-4 py-3 text-ink-2">No rows</p>;
  const hasBothValues = difference === "changed" || difference === "balance";
  return (
    <ul aria-label="Rows" className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={`${row.beforeRow} ${row.afterRow}`}
          className="grid grid-cols-1 items-start gap-x-8 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
        >
          <RowName row={row} />
          {hasBothValues ? <ChangedFields fields={row.fields} /> : <AllFields fields={row.fields} />}
        </li>
      ))}
    </ul>
  );
}

function RowName({ row: { identity, beforeRow, afterRow } }: { row: ComparedRow }) {
  const number =
    beforeRow === null || afterRow === null || beforeRow === afterRow
      ? `Row ${afterRow ?? beforeRow}`
      : `Row ${beforeRow}, now ${afterRow}`;
  return (
    <div className="min-w-0">
      <p className="break-words font-mono text-small">
        {identity.map(({ value }) => value).join(" · ") || number}
      </p>
      {identity.length > 0 && <p className="text-small text-ink-3">{number}</p>}
    </div>
  );
}

/** Each value in its own column, with its name for screen readers and for narrow screens. */
function ChangedFields({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <dl className="flex min-w-0 flex-col gap-1">
      {fields.map(({ column, before, after }) => (
        <div key={column} className="flex flex-wrap items-baseline gap-x-3">
          <dt className="font-mono text-small text-ink-2 sm:w-48">{column}</dt>
          <dd className="min-w-0 break-words font-mono text-small">
            <span className="sr-only">before </span>
            <del className="text-ink-2 no-underline">
              <Value text={before} />
            </del>
            <span aria-hidden="true" className="text-ink-3">
              {" → "}
            </span>
            <span className="sr-only"> after </span>
            <ins className="font-semibold no-underline">
              <Value text={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AllFields({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <dl className="grid min-w-0 grid-cols-2 gap-x-6 gap-y-1.5 sm:grid-cols-3">
      {fields.map(({ column, before, after }) => (
        <div key={column} className="min-w-0">
          <dt className="break-words font-mono text-caption text-ink-2">{column}</dt>
          <dd className="break-words font-mono text-small">
            <Value text={after ?? before} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text }: { text: string | null }) {
  return text ? text : <span className="text-ink-3">empty</span>;
}
