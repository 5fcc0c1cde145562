"use server";

import { z } from "zod";
import { database } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { inTransaction } from "@/lib/postgres/open-database";
import { startReportWork } from "@/lib/reports/report-work";
import { requestDueReports } from "@/lib/reports/request-due-reports";
import { REQUESTED_AGAIN, transitionRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** Requests a report again that failed, was canceled, or got no webhook event. */
export const retryReport = defineAction({
  permission: "reports.request",
  confirmation: "none",
  input: z.object({ reportId: OwnId }),
  action: "report.retry",
  target: ({ reportId }) => reportId,
  async run({ input: { reportId }, actor, request: { requestId } }) {
    const { pool } = await database();
    const isTransitioned = await inTransaction(pool, (client) =>
      transitionRequest(client, reportId, {
        from: ["failed", "requested", "withdrawn"],
        to: "queued",
        message: `${REQUESTED_AGAIN} ${actor.name}.`,
        requestAt: new Date(),
        resetAsks: true,
      }),
    );
    if (!isTransitioned)
      return failure({
        code: "conflict",
        message: "This report is already in progress or ready.",
        requestId,
        retry: "never",
      });
    await requestDueReports(reportId);
    startReportWork();
    return success({});
  },
  topics: ({ reportId }) => ["reports", `reports:${reportId}`, "attention"],
});
