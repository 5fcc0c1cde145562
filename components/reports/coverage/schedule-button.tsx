"use client";

import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { reportName } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { ReportSchedule } from "@/lib/domain/reports/schedule";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { ScheduleDialogProps } from "./schedule-dialog";

const dialog = loadOnIntent<ScheduleDialogProps>(() => import("./schedule-dialog"));

type ScheduleButtonProps = { type: ReportType; schedule: ReportSchedule | null; today: IsoDate };

export function ScheduleButton({ type, schedule, today }: ScheduleButtonProps) {
  const verb = schedule ? "Change" : "Schedule";
  return (
    <DialogButton
      size="small"
      dialog={dialog}
      dialogProps={{ type, schedule, today }}
      aria-label={`${verb} ${reportName(type)}`}
    >
      {verb}
    </DialogButton>
  );
}
