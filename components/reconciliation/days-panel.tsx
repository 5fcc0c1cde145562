import { IntentLink } from "@/components/ui/buttons/intent-link";
import { Panel } from "@/components/ui/panel";
import { Badge } from "@/components/ui/values/badge";
import { formatCount } from "@/lib/domain/money/numbers";
import type { ReconciledDay } from "@/lib/domain/reconciliation/day-result";
import { periodHref } from "@/lib/domain/reconciliation/period";
import { addDays, type IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";

/** Every day of a month, also those whose file isn't here. */
export function DaysPanel({
  from,
  to,
  days,
}: {
  from: IsoDate;
  to: IsoDate;
  days: readonly ReconciledDay[];
}) {
  return (
    <Panel title="Days" isFlush>
      <table aria-label="Days" className="w-full">
        <thead className="text-small text-ink-2">
          <tr className="border-line border-b">
            <th scope="col" className="px-4 py-1.5 text-start font-medium">
              Day
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-medium">
              Rows
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-medium">
              Agree
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-medium">
              Open
            </th>
            <th scope="col" className="px-4 py-1.5 text-end font-medium">
              State
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {listDays(from, to).map((date) => {
            const day = days.find((known) => known.day === date);
            return (
              <tr key={date}>
                <th scope="row" className="px-4 py-1.5 text-start font-normal">
                  {day ? (
                    <IntentLink href={periodHref({ kind: "day", from: date })} className="hover:underline">
                      {formatDay(date)}
                    </IntentLink>
                  ) : (
                    <span className="text-ink-2">{formatDay(date)}</span>
                  )}
                </th>
                <td className="px-2 py-1.5 text-end tabular-nums">{count(day?.result?.rows)}</td>
                <td className="px-2 py-1.5 text-end tabular-nums">{count(day?.result?.matched)}</td>
                <td className="px-2 py-1.5 text-end tabular-nums">{count(day?.open)}</td>
                <td className="px-4 py-1.5 text-end">
                  <DayState day={day} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

export function DayState({ day }: { day: ReconciledDay | undefined }) {
  if (!day) return <Badge shape="ring">No file</Badge>;
  if (!day.result || day.isDue)
    return (
      <Badge tone="accent" shape="half">
        Comparing
      </Badge>
    );
  if (day.open > 0 || day.result.checks.some(({ outcome }) => outcome === "differs"))
    return (
      <Badge tone="warn" shape="alert">
        Open
      </Badge>
    );
  return (
    <Badge tone="good" shape="check">
      Agrees
    </Badge>
  );
}

function count(value: number | undefined): string {
  return value === undefined ? "–" : formatCount(value);
}

function listDays(from: IsoDate, to: IsoDate): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
