"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { DateTime } from "@/components/ui/values/date-time";
import { requestReport } from "@/lib/actions/request-report";
import { getJson } from "@/lib/client/request";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { formatPeriod, REPORT_LABELS, type ReportRow, reportName } from "@/lib/domain/reports/report";
import {
  firstUnavailableDate,
  isReportAvailable,
  latestAvailableDate,
  REPORT_PERIODS,
  REPORT_TYPES,
  type ReportType,
  reportAvailableFrom,
} from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { PeriodField } from "./period-field";

export type RequestDialogProps = OpenDialog & { today: IsoDate };

export default function RequestDialog({ open, onClose, today }: RequestDialogProps) {
  const router = useRouter();
  const [type, setType] = useState<ReportType>("daily");
  const [dates, setDates] = useState<Partial<Record<ReportType, IsoDate>>>({});
  const [canQueue, setCanQueue] = useState(false);
  const { send, isBusy, error, clearError } = useAction(requestReport);
  const date = dates[type] ?? latestAvailableDate(type, today);
  const isUnavailable = !isReportAvailable(type, date, today);
  const reportLabel = `${reportName(type)}, ${formatPeriod(type, date)}`;

  function changeType(next: ReportType) {
    clearError();
    setType(next);
  }

  function changeCanQueue(isOn: boolean) {
    setCanQueue(isOn);
    // Deselects periods that could only be queued.
    if (!isOn) setDates({});
  }

  async function request() {
    const result = await send({ type, date });
    if (!result.ok) return;
    const { id, state } = result.data;
    onClose();
    if (state === "failed") {
      toast({
        title: `Request failed: ${reportLabel}`,
        tone: "bad",
        action: { label: "View details", href: `/reports/${id}` },
      });
    } else {
      toast({
        title: state === "queued" && isUnavailable ? `Queued: ${reportLabel}` : `Requested: ${reportLabel}`,
        detail: "You’ll be notified when the file is ready.",
        tone: "good",
      });
    }
    router.refresh();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      size="wide"
      title="Request report"
      description="The issuer prepares the file. We download it automatically and keep it here."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={isBusy} onClick={() => void request()}>
            {isUnavailable ? "Queue" : "Request"} {formatPeriod(type, date)}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-[minmax(0,1fr)_17rem]">
        <RadioCards
          legend="Report"
          name="report-type"
          value={type}
          onChange={changeType}
          options={REPORT_TYPES.map((value) => ({
            value,
            label: REPORT_LABELS[value].name,
            // Phones show only the selected option's detail, so that the calendar stays visible.
            detail: (
              <span className="max-sm:hidden max-sm:in-[label:has(:checked)]:inline">
                {REPORT_LABELS[value].contains}
              </span>
            ),
          }))}
        />
        <div className="flex flex-col gap-4">
          <PeriodField
            type={type}
            date={date}
            today={today}
            canQueue={canQueue}
            onChange={(next) => setDates({ ...dates, [type]: next })}
          />
          <div className="flex flex-col gap-3">
            <AvailabilityRule type={type} today={today} />
            <Checkbox
              label="Request automatically when available"
              hint={`Lets you choose a ${REPORT_PERIODS[type]} that isn’t available yet.`}
              checked={canQueue}
              onChange={(event) => changeCanQueue(event.target.checked)}
            />
            {isUnavailable ? (
              <Callout tone="accent" title={`${formatPeriod(type, date)} will be queued`} isAnnounced>
                Available from {formatDay(reportAvailableFrom(type, date))}, 00:00 UTC.
              </Callout>
            ) : (
              <ExistingReport type={type} date={date} />
            )}
          </div>
        </div>
        {error && (
          <div className="sm:col-span-2">
            <ErrorState error={error} isInline />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function AvailabilityRule({ type, today }: { type: ReportType; today: IsoDate }) {
  const first = firstUnavailableDate(type, today);
  const rule =
    REPORT_PERIODS[type] === "day"
      ? "Daily reports are available two days later."
      : "Monthly reports are available from the 2nd of the next month.";
  return (
    <p className="text-pretty text-small text-ink-2">
      {rule} {formatPeriod(type, first)} is available from {formatDay(reportAvailableFrom(type, first))},
      00:00 UTC.
    </p>
  );
}

function ExistingReport({ type, date }: { type: ReportType; date: IsoDate }) {
  const { data } = useQuery({
    queryKey: ["ready-report", type, date],
    queryFn: ({ signal }) =>
      getJson<{ report: ReportRow | null }>(`/api/reports/captured?type=${type}&date=${date}`, signal),
    staleTime: 0,
  });
  const report = data?.report;
  if (!report) return null;
  return (
    <Callout
      tone="good"
      title="This file is already here"
      isAnnounced
      detail="Request it again only if the issuer may have corrected it. The new file may differ."
      action={
        <LinkButton size="small" href={`/reports/${report.id}`}>
          Open report
        </LinkButton>
      }
    >
      Requested by {report.person} on <DateTime value={report.createdAt} />.
    </Callout>
  );
}
