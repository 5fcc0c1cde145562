import { ActionButton } from "@/components/ui/buttons/action-button";
import { stopSchedule } from "@/lib/actions/stop-schedule";
import { countOf } from "@/lib/domain/money/numbers";
import { COVERAGE_TYPES } from "@/lib/domain/reports/coverage";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { type ReportType, reportDate } from "@/lib/domain/reports/report-calendar";
import { type NoticeChannel, nextScheduled, type ReportSchedule } from "@/lib/domain/reports/schedule";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { ScheduleButton } from "./schedule-button";
import { SubscriptionSelect } from "./subscription-select";

type ScheduleListProps = {
  schedules: readonly ReportSchedule[];
  subscriptions: Partial<Record<ReportType, NoticeChannel>>;
  today: IsoDate;
  canManage: boolean;
  canMail: boolean;
};

/** Each report type: whether it is requested automatically, and whether the person is told. */
export function ScheduleList({ schedules, subscriptions, today, canManage, canMail }: ScheduleListProps) {
  return (
    <ul aria-label="Schedules" className="divide-y divide-line border-line border-t">
      {COVERAGE_TYPES.map((type) => {
        const schedule = schedules.find((one) => one.type === type) ?? null;
        return (
          <li key={type} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="font-medium">{reportName(type)}</p>
              {schedule ? (
                <ScheduleText schedule={schedule} today={today} />
              ) : (
                <p className="text-small text-ink-2">Not scheduled</p>
              )}
            </div>
            <div className="flex items-center gap-2 text-small text-ink-2">
              <span aria-hidden="true">Notify me</span>
              <span className="w-36">
                <SubscriptionSelect type={type} channel={subscriptions[type] ?? "off"} canMail={canMail} />
              </span>
            </div>
            {canManage && (
              <div className="flex justify-end gap-2 sm:min-w-32">
                <ScheduleButton type={type} schedule={schedule} today={today} />
                {schedule && (
                  <ActionButton
                    size="small"
                    tone="ghost"
                    action={stopSchedule}
                    input={{ type }}
                    failedTitle="Couldn’t stop the schedule"
                    successToast={{ title: `Schedule stopped: ${reportName(type)}` }}
                    aria-label={`Stop ${reportName(type)}`}
                  >
                    Stop
                  </ActionButton>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ScheduleText({ schedule, today }: { schedule: ReportSchedule; today: IsoDate }) {
  const { type, firstDay, lateAfterHours, person, isPersonActive } = schedule;
  const next = nextScheduled(schedule, today);
  return (
    <p className="text-pretty text-small text-ink-2">
      From {formatPeriod(type, reportDate(type, firstDay))}, set by {person}
      {!isPersonActive && " (disabled)"}. Next: {formatPeriod(type, next.date)}, on{" "}
      {formatDay(next.availableFrom)}, 00:00 UTC. Late after {countOf(lateAfterHours, "hour")}.
    </p>
  );
}
