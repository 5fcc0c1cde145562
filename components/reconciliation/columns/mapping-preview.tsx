import {
  ROLE_NAMES,
  SETTLEMENT_ROLES,
  type SettlementMapping,
} from "@/lib/domain/reconciliation/settlement-columns";
import { understandCell } from "@/lib/domain/reconciliation/understand-cell";

type MappingPreviewProps = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  mapping: SettlementMapping;
};

/** What each cell would mean, with the file's own text below it. */
export function MappingPreview({ columns, rows, mapping }: MappingPreviewProps) {
  const roles = ROLE_NAMES.filter((role) => mapping.columns[role] !== undefined);
  const unused = columns.filter((name) => !Object.values(mapping.columns).includes(name));
  if (rows.length === 0) return <p className="px-4 pb-4 text-ink-2">The file has no rows to show.</p>;
  return (
    <>
      <section
        aria-label="First rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table className="w-full">
          <thead>
            <tr className="border-line border-b text-small text-ink-2">
              {roles.map((role) => (
                <th key={role} scope="col" className="whitespace-nowrap px-4 py-2 text-left font-medium">
                  {SETTLEMENT_ROLES[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
              <tr key={index} className="border-line border-b last:border-0">
                {roles.map((role) => (
                  <td key={role} className="whitespace-nowrap px-4 py-2 align-top">
                    <Understood text={understandCell(role, columns, mapping, row)} />
                    <div className="font-mono text-small text-ink-3">
                      <span className="sr-only">In the file: </span>
                      {row[columns.indexOf(mapping.columns[role] ?? "")] || "(empty)"}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {unused.length > 0 && (
        <p className="border-line border-t px-4 py-2.5 text-small text-ink-2">
          Not used: {unused.join(", ")}
        </p>
      )}
    </>
  );
}

function Understood({ text }: { text: string | null }) {
  if (text === null) return <div className="font-medium text-bad">Not understood</div>;
  return <div className="tabular-nums">{text === "" ? "None" : text}</div>;
}
