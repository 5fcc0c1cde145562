"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { requestReport } from "@/lib/actions/request-report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";

/** Requests a new file of a period whose file is here, and opens the new request. */
export function RequestAgainButton({ type, date }: { type: ReportType; date: IsoDate }) {
  const router = useRouter();
  return (
    <ActionButton
      action={requestReport}
      input={{ type, date }}
      failedTitle="Couldn’t request the report"
      onDone={({ id }) => router.push(`/reports/${id}`)}
    >
      Request again
    </ActionButton>
  );
}
