import { classNames } from "@/components/ui/class-names";
import { periodsOfMonth } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** The days above the columns; on a narrow screen each cell shows its own. */
export function DayHeaders({ month, today }: { month: IsoDate; today: IsoDate }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    // biome-ignore lint/a11y/useFocusableInteractive: headers take no focus.
    <div
      role="row"
      className="hidden grid-cols-[11rem_repeat(31,minmax(0,1fr))] gap-0.5 text-caption text-ink-2 @4xl:grid"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: headers take no focus. */}
      <div role="columnheader">Report</div>
      {periodsOfMonth("daily", month).map((date) => {
        const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          // biome-ignore lint/a11y/useFocusableInteractive: headers take no focus.
          <div
            key={date}
            role="columnheader"
            aria-current={date === today ? "date" : undefined}
            className={classNames(
              "text-center",
              weekday % 6 === 0 && "text-ink-3",
              date === today && "font-semibold text-ink underline underline-offset-2",
            )}
          >
            {Number(date.slice(8))}
          </div>
        );
      })}
    </div>
  );
}
