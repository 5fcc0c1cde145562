"use server";

import { z } from "zod";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { startReportWork } from "@/lib/reports/report-work";
import { requestDueReports } from "@/lib/reports/request-due-reports";
import { REQUESTED_AGAIN, takeOverFromSchedule, transitionRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** Requests a report again that failed, was canceled, or got no webhook event. */
export const retryReport = defineAction({
  permission: "reports.request",
  confirmation: "none",
  input: z.object({ reportId: OwnId }),
  action: "report.retry",
  target: ({ reportId }) => reportId,
  async run({ input: { reportId }, actor, request: { requestId }, commit }) {
    const queued = await commit<object>(async (client) => {
      const isQueued = await transitionRequest(client, reportId, {
        from: ["failed", "requested", "withdrawn"],
        to: "queued",
        message: `${REQUESTED_AGAIN} ${actor.name}.`,
        requestAt: new Date(),
        resetAsks: true,
      });
      if (isQueued) await takeOverFromSchedule(client, reportId, actor.id);
      const message = "This report is already in progress or ready.";
      return isQueued ? success({}) : failure({ code: "conflict", message, requestId, retry: "never" });
    });
    if (!queued.ok) return queued;
    await requestDueReports(reportId);
    startReportWork();
    return queued;
  },
  topics: ({ reportId }) => ["reports", `reports:${reportId}`, "attention"],
});
