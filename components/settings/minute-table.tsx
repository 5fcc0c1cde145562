import { DateTime } from "@/components/ui/values/date-time";
import type { LastHour } from "@/lib/domain/instances/last-hour";
import { MEASURES } from "@/lib/domain/instances/measures";
import { copyName } from "./copy-name";
import { formatMeasure } from "./last-hour-text";

const CELL = "whitespace-nowrap px-2 py-1.5 sm:px-3";

/** All values of the charts, the newest first. Minutes in which a copy recorded nothing have no row. */
export function MinuteTable({ hour: { minutes, copies, measures } }: { hour: LastHour }) {
  const rows = minutes
    .flatMap((minute, index) =>
      copies.map((copy, position) => ({
        key: `${minute} ${copy.id}`,
        minute,
        copy,
        values: measures.map(({ measure, lines }) => {
          const line = MEASURES[measure].scope === "shared" ? lines[0] : lines[position];
          return { measure, value: line?.[index] ?? null };
        }),
        isRecorded: measures.some(
          ({ measure, lines }) => MEASURES[measure].scope === "copy" && lines[position]?.[index] != null,
        ),
      })),
    )
    .filter(({ isRecorded }) => isRecorded)
    .reverse();
  return (
    <section
      aria-label="Values of the last hour"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
      tabIndex={0}
      className="mt-5 max-h-96 overflow-auto rounded-control border border-line"
    >
      <table aria-label="Values of the last hour" className="w-full text-small">
        <thead className="sticky top-0 bg-sunken text-ink-2">
          <tr>
            <th scope="col" className={`${CELL} text-start font-medium`}>
              Minute
            </th>
            <th scope="col" className={`${CELL} text-start font-medium`}>
              Copy
            </th>
            {measures.map(({ measure }) => (
              <th key={measure} scope="col" className={`${CELL} text-end font-medium`}>
                {MEASURES[measure].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {rows.map(({ key, minute, copy, values }) => (
            <tr key={key}>
              <th scope="row" className={`${CELL} text-start font-normal`}>
                <DateTime value={minute} style="clock" />
              </th>
              <td className={CELL}>{copyName(copy)}</td>
              {values.map(({ measure, value }) => (
                <td key={measure} className={`${CELL} text-end`}>
                  {value === null ? "" : formatMeasure(measure, value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
