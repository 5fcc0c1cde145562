"use client";

import { Popover } from "@/components/ui/popups/popover";
import { Chip } from "@/components/ui/values/chip";
import { type DateRange, describeRange } from "@/lib/client/describe-range";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useTimeZone } from "@/lib/client/time-zone";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { dayIn, timeZoneLabel } from "@/lib/domain/time/time-zone";
import type { DateRangePanelProps } from "./date-range-panel";

type DateRangePickerProps = {
  name: string;
  range: DateRange;
  /** `zone` is the time zone of the dates; null means UTC. */
  onChange: (days: DateRange & { zone: string | null }) => void;
  /** Today by the issuer's clock, if that differs from ours. */
  today?: IsoDate;
  /** Defaults to the zone of the page's times. */
  timeZone?: string;
};

const panel = loadOnIntent<DateRangePanelProps>(() => import("./date-range-panel"));

/** Dates in the zone of the page's times. The calendar loads on hover or focus. */
export function DateRangePicker({ name, range, onChange, today, ...props }: DateRangePickerProps) {
  const clock = useTimeZone();
  const timeZone = props.timeZone ?? clock.timeZone;
  const isOn = range.from !== null || range.to !== null;
  return (
    <Popover
      label={`${name}: choose dates`}
      preload={panel.preload}
      trigger={(props) => (
        <Chip
          {...props}
          name={name}
          value={isOn ? `${describeRange(range)}, ${timeZoneLabel(timeZone)}` : "any date"}
          isOn={isOn}
        />
      )}
    >
      {(close) => (
        <panel.Component
          range={range}
          today={today ?? dayIn(new Date(), timeZone)}
          timeZone={timeZone}
          onChange={(next) => {
            const hasDays = next.from !== null || next.to !== null;
            onChange({ ...next, zone: hasDays && timeZone !== "UTC" ? timeZone : null });
            close();
          }}
        />
      )}
    </Popover>
  );
}
