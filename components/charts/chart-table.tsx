import type { BarPart } from "./bar-part";

type ChartTableProps = {
  label: string;
  parts: readonly Pick<BarPart, "id" | "days" | "cells" | "href">[];
  headers: readonly string[];
};

/** The chart's values as an accessible table. */
export function ChartTable({ label, parts, headers }: ChartTableProps) {
  const [first, ...rest] = headers;
  return (
    <details className="group mt-2 sm:pl-9">
      <summary className="w-fit rounded-[4px] py-0.5 text-small text-ink-2 hover:text-ink">
        <span className="group-open:hidden">Show as table</span>
        <span className="hidden group-open:inline">Hide table</span>
      </summary>
      <div className="mt-1 max-h-72 overflow-auto rounded-control border border-line">
        <table aria-label={label} className="w-full text-small">
          <thead className="sticky top-0 bg-sunken text-ink-2">
            <tr>
              <th scope="col" className="whitespace-nowrap px-2 py-1.5 text-start font-medium sm:px-3">
                {first}
              </th>
              {rest.map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="whitespace-nowrap px-2 py-1.5 text-end font-medium sm:px-3"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {parts.map((part) => (
              <tr key={part.id}>
                <th scope="row" className="whitespace-nowrap px-2 py-1.5 text-start font-normal sm:px-3">
                  {/* A plain link, because a closed table may have a hundred of them. */}
                  <a href={part.href} className="rounded-[3px] hover:underline">
                    {part.days}
                  </a>
                </th>
                {part.cells.map((cell, index) => (
                  <td key={rest[index]} className="whitespace-nowrap px-2 py-1.5 text-end sm:px-3">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
