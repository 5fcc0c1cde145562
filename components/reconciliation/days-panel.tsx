import { Panel } from "@/components/ui/panel";
import type { ReconciledDay } from "@/lib/domain/reconciliation/day-result";
import { type IsoDate, listDays } from "@/lib/domain/time/calendar";
import { DayState } from "./period-state";
import { PeriodsTable } from "./periods-table";

type DaysPanelProps = { from: IsoDate; to: IsoDate; days: readonly ReconciledDay[] };

/** Every day of a month, also those whose file isn't here. */
export function DaysPanel({ from, to, days }: DaysPanelProps) {
  return (
    <Panel title="Days" isFlush>
      <PeriodsTable
        label="Days"
        kind="day"
        rows={listDays(from, to).map((date) => {
          const day = days.find((known) => known.day === date);
          return {
            from: date,
            figures: day?.result ? { ...day.result, open: day.open } : null,
            state: <DayState day={day} />,
          };
        })}
      />
    </Panel>
  );
}
