"use client";

import { IntentLink } from "@/components/ui/buttons/intent-link";
import { classNames } from "@/components/ui/class-names";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import { useView } from "@/lib/client/use-view";
import type { IsoDate } from "@/lib/domain/time/calendar";
import {
  type DayRange,
  RANGE_NAMES,
  type RangeChoice,
  type RangeSelection,
} from "@/lib/domain/time/day-range";
import type { ViewState } from "@/lib/url/view-href";

type RangeView = ViewState & RangeSelection;

type RangeBarProps<View extends RangeView> = {
  path: string;
  view: View;
  defaults: View;
  /** The resolved range. */
  range: DayRange;
  today: IsoDate;
};

const PRESETS: readonly RangeChoice[] = ["7-days", "30-days", "90-days", "this-month", "last-month"];

/** Presets and a custom date range. */
export function RangeBar<View extends RangeView>(props: RangeBarProps<View>) {
  const { range, today } = props;
  const { view, change, hrefAfter, isPending } = useView<View>(props);
  const isCustom = view.from !== null || view.to !== null;
  return (
    <div
      aria-busy={isPending}
      className="flex min-w-0 flex-wrap items-center gap-2 aria-busy:animate-breathe"
    >
      <nav
        aria-label="Date range"
        className="flex max-w-full overflow-x-auto rounded-control border border-line-strong bg-surface"
      >
        {PRESETS.map((choice) => {
          const isCurrent = !isCustom && view.range === choice;
          return (
            <IntentLink
              key={choice}
              href={hrefAfter({ range: choice, from: null, to: null } as Partial<View>)}
              scroll={false}
              aria-current={isCurrent ? "true" : undefined}
              className={classNames(
                "flex h-7 items-center whitespace-nowrap border-line border-r px-2.5 text-small max-sm:px-1 transition-colors duration-quick last:border-r-0 focus-visible:-outline-offset-2 touch:h-9",
                isCurrent
                  ? "bg-accent-soft font-medium text-accent"
                  : "text-ink-2 hover:bg-hover hover:text-ink",
              )}
            >
              {RANGE_NAMES[choice]}
            </IntentLink>
          );
        })}
      </nav>
      <DateRangePicker
        name="Dates"
        // The totals are stored by UTC day.
        timeZone="UTC"
        range={range}
        today={today}
        onChange={({ from, to }) => change({ from, to } as Partial<View>)}
      />
    </div>
  );
}
