"use client";

import { type DateRange, describeRange } from "@/lib/client/date-presets";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useTimeZone } from "@/lib/client/time-zone";
import type { IsoDate } from "@/lib/domain/calendar";
import { dayIn, timeZoneLabel } from "@/lib/domain/time-zone";
import { Chip } from "./chip";
import type { DateRangePanelProps } from "./date-range-panel";
import { Popover } from "./popover";

type DateRangePickerProps = {
  name: string;
  range: DateRange;
  /** With the zone that the days are in; null is UTC. */
  onChange: (days: DateRange & { zone: string | null }) => void;
  /** The issuer's today, where its clock is not ours. */
  today?: IsoDate;
  /** Where it is not the one that the page's times are in. */
  timeZone?: string;
};

const panel = loadOnIntent<DateRangePanelProps>(() => import("./date-range-panel"));

/** Days of the zone that the page's times are in, and it says so. The calendar travels when someone comes near. */
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
