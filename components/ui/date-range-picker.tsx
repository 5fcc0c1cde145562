"use client";

import { type DateRange, describeRange } from "@/lib/client/date-presets";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { type IsoDate, toIsoDate } from "@/lib/domain/calendar";
import { Chip } from "./chip";
import type { DateRangePanelProps } from "./date-range-panel";
import { Popover } from "./popover";

type DateRangePickerProps = {
  name: string;
  range: DateRange;
  onChange: (range: DateRange) => void;
  /** The issuer's today, where its clock is not ours. */
  today?: IsoDate;
};

const panel = loadOnIntent<DateRangePanelProps>(() => import("./date-range-panel"));

/** Days in UTC, both included, and it says so. The calendar travels when someone comes near. */
export function DateRangePicker({ name, range, onChange, today }: DateRangePickerProps) {
  const isOn = range.from !== null || range.to !== null;
  return (
    <Popover
      label={`${name}: choose days`}
      preload={panel.preload}
      trigger={(props) => (
        <Chip {...props} name={name} value={isOn ? `${describeRange(range)}, UTC` : "any day"} isOn={isOn} />
      )}
    >
      {(close) => (
        <panel.Component
          range={range}
          today={today ?? toIsoDate(new Date())}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}
