"use client";

import { DayPicker } from "react-day-picker";
import {
  CALENDAR_CLASSES,
  fromCalendarDay,
  SELECTED_DAY_CLASSES,
  toCalendarDay,
} from "@/components/ui/fields/calendar-style";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { formatPeriod } from "@/lib/domain/reports/report";
import {
  isReportAvailable,
  latestAvailableDate,
  REPORT_PERIODS,
  type ReportType,
  reportAvailableFrom,
} from "@/lib/domain/reports/report-calendar";
import { addMonths, firstOfMonth, type IsoDate, lastOfMonth } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";

const MONTHS_SHOWN = 36;

type PeriodFieldProps = {
  type: ReportType;
  date: IsoDate;
  today: IsoDate;
  /** Whether a period that isn't available yet can be chosen and queued. */
  canQueue: boolean;
  onChange: (date: IsoDate) => void;
};

export function PeriodField(props: PeriodFieldProps) {
  return REPORT_PERIODS[props.type] === "day" ? <DayField {...props} /> : <MonthField {...props} />;
}

function DayField({ type, date, today, canQueue, onChange }: PeriodFieldProps) {
  const lastSelectable = canQueue ? today : latestAvailableDate(type, today);
  return (
    <fieldset className="w-fit">
      <legend className="mb-1.5 font-medium">
        Day <span className="font-normal text-ink-3">UTC</span>
      </legend>
      <div className="rounded-control border border-line-strong bg-surface p-2">
        <DayPicker
          mode="single"
          required
          weekStartsOn={1}
          showOutsideDays
          fixedWeeks
          today={toCalendarDay(today)}
          defaultMonth={toCalendarDay(date)}
          selected={toCalendarDay(date)}
          onSelect={(day) => onChange(fromCalendarDay(day))}
          disabled={{ after: toCalendarDay(lastSelectable) }}
          labels={{
            labelDayButton: (day) => dayLabel(type, fromCalendarDay(day), lastSelectable),
          }}
          classNames={{
            ...CALENDAR_CLASSES,
            selected: SELECTED_DAY_CLASSES,
            disabled: "text-ink-3 [&>button]:line-through [&>button]:hover:bg-transparent",
          }}
        />
      </div>
    </fieldset>
  );
}

function dayLabel(type: ReportType, day: IsoDate, lastSelectable: IsoDate): string {
  if (day <= lastSelectable) return formatDay(day);
  return `${formatDay(day)}: available from ${formatDay(reportAvailableFrom(type, day))}, 00:00 UTC`;
}

function MonthField({ type, date, today, canQueue, onChange }: PeriodFieldProps) {
  const months = Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    lastOfMonth(addMonths(firstOfMonth(today), -back)),
  );
  return (
    <Field label="Month" className="w-full sm:w-64" hint="Full months, UTC.">
      <Select
        value={date}
        onChange={(event) => onChange(event.target.value)}
        options={months.map((month) => {
          const isUnavailable = !isReportAvailable(type, month, today);
          return {
            value: month,
            label: isUnavailable
              ? `${formatPeriod(type, month)} (from ${formatDay(reportAvailableFrom(type, month))})`
              : formatPeriod(type, month),
            isDisabled: isUnavailable && !canQueue,
          };
        })}
      />
    </Field>
  );
}
