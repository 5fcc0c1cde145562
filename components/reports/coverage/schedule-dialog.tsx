"use client";

import { useState } from "react";
import { PeriodField } from "@/components/reports/period-field";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Field } from "@/components/ui/fields/field";
import { Select } from "@/components/ui/fields/select";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { scheduleReport } from "@/lib/actions/schedule-report";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import {
  availablePeriods,
  firstUnavailableDate,
  REPORT_PERIODS,
  type ReportType,
  reportDate,
} from "@/lib/domain/reports/report-calendar";
import {
  DEFAULT_LATE_AFTER_HOURS,
  LATE_AFTER_HOURS,
  type ReportSchedule,
} from "@/lib/domain/reports/schedule";
import type { IsoDate } from "@/lib/domain/time/calendar";

export type ScheduleDialogProps = OpenDialog & {
  type: ReportType;
  schedule: ReportSchedule | null;
  today: IsoDate;
};

export default function ScheduleDialog({ open, onClose, type, schedule, today }: ScheduleDialogProps) {
  const [date, setDate] = useState(
    schedule ? reportDate(type, schedule.firstDay) : firstUnavailableDate(type, today),
  );
  const [lateAfterHours, setLateAfterHours] = useState(schedule?.lateAfterHours ?? DEFAULT_LATE_AFTER_HOURS);
  const { send, isBusy, error } = useAction(scheduleReport);
  const refresh = useRefresh();
  const available = availablePeriods(type, date, today).length;

  async function save() {
    const result = await send({ type, firstDay: date, lateAfterHours: toLateAfterHours(lateAfterHours) });
    if (!result.ok) return;
    onClose();
    toast({
      title: `Scheduled: ${reportName(type)}`,
      detail: `From ${formatPeriod(type, date)} on, as soon as each file is available.`,
      tone: "good",
    });
    refresh();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title={`${schedule ? "Change schedule" : "Schedule"}: ${reportName(type)}`}
      description="Every file is requested as soon as the issuer allows it, and after a downtime all that were missed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={isBusy} onClick={() => void save()}>
            {schedule ? "Save schedule" : "Start schedule"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <PeriodField type={type} date={date} today={today} canQueue onChange={setDate} />
          <p role="status" className="text-small text-ink-2">
            {available === 0
              ? `Starts with the file of ${formatPeriod(type, date)}.`
              : `Starts with the file of ${formatPeriod(type, date)}. ${countOf(available, "file")} can be requested now; those already here are kept.`}
          </p>
        </div>
        <Field
          label="Late after"
          hint={`Subscribers are notified if a ${REPORT_PERIODS[type] === "day" ? "day" : "month"}’s file isn’t here this long after it became available.`}
        >
          <Select
            value={String(lateAfterHours)}
            onChange={(event) => setLateAfterHours(Number(event.target.value))}
            options={LATE_AFTER_HOURS.map((hours) => ({
              value: String(hours),
              label: countOf(hours, "hour"),
            }))}
          />
        </Field>
        {error && <ErrorState error={error} isInline />}
      </div>
    </Dialog>
  );
}

function toLateAfterHours(hours: number): (typeof LATE_AFTER_HOURS)[number] {
  return LATE_AFTER_HOURS.find((option) => option === hours) ?? DEFAULT_LATE_AFTER_HOURS;
}
