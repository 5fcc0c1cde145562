"use client";

import { useState } from "react";
import { DayPicker } from "react-day-picker";
import { classNames } from "@/components/ui/class-names";
import { DATE_PRESETS, findPreset, PRESET_NAMES, presetRange } from "@/lib/client/date-presets";
import type { DateRange } from "@/lib/client/describe-range";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { timeZoneLabel } from "@/lib/domain/time/time-zone";
import { CALENDAR_CLASSES, fromCalendarDay, toCalendarDay } from "./calendar-style";

export type DateRangePanelProps = {
  range: DateRange;
  today: IsoDate;
  timeZone: string;
  onChange: (range: DateRange) => void;
};

/** A preset applies at once, a custom range with its second day. */
export default function DateRangePanel({ range, today, timeZone, onChange }: DateRangePanelProps) {
  const [start, setStart] = useState<IsoDate | null>(null);
  const current = findPreset(range, today);
  const shown = start ? { from: start, to: start } : range;

  function pick(day: IsoDate) {
    if (!start) setStart(day);
    else onChange(start <= day ? { from: start, to: day } : { from: day, to: start });
  }

  return (
    <div className="flex max-sm:flex-col">
      <fieldset className="flex gap-px p-2 max-sm:flex-wrap max-sm:border-line max-sm:border-b sm:w-36 sm:flex-col sm:border-line sm:border-r">
        <legend className="sr-only">Presets</legend>
        {DATE_PRESETS.map((preset) => (
          <Preset key={preset} isOn={preset === current} onClick={() => onChange(presetRange(preset, today))}>
            {PRESET_NAMES[preset]}
          </Preset>
        ))}
        <Preset
          isOn={range.from === null && range.to === null}
          onClick={() => onChange({ from: null, to: null })}
        >
          Any date
        </Preset>
      </fieldset>
      <div className="p-3">
        <DayPicker
          mode="range"
          weekStartsOn={1}
          showOutsideDays
          fixedWeeks
          today={toCalendarDay(today)}
          defaultMonth={toCalendarDay(shown.to ?? shown.from ?? today)}
          selected={{
            from: shown.from ? toCalendarDay(shown.from) : undefined,
            to: shown.to ? toCalendarDay(shown.to) : undefined,
          }}
          onSelect={(_, day) => pick(fromCalendarDay(day))}
          classNames={CALENDAR_CLASSES}
        />
        <p aria-live="polite" className="mt-2 px-1.5 text-small text-ink-2">
          {start ? "Choose an end date." : `Both days are included, in ${timeZoneLabel(timeZone)}.`}
        </p>
      </div>
    </div>
  );
}

function Preset({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        "flex h-8 items-center rounded-control px-2 text-start touch:h-10 touch:px-3",
        isOn ? "bg-accent-soft font-medium text-accent" : "text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      {children}
    </button>
  );
}
