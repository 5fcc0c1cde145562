"use server";

import { z } from "zod";
import { FileType } from "@/lib/contract/report";
import { database } from "@/lib/db/database";
import { reportDate } from "@/lib/domain/reports/report-calendar";
import { failure, success } from "@/lib/domain/result";
import { addDays, isIsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { startReportWork } from "@/lib/reports/report-work";
import { requestDueReports } from "@/lib/reports/request-due-reports";
import { findRequest, insertRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

const MAX_DAYS_AHEAD = 31;

/** Requests a report, or queues it until it is available. */
export const requestReport = defineAction({
  permission: "reports.request",
  confirmation: "none",
  input: z.object({
    type: FileType,
    date: z
      .string()
      .refine(isIsoDate, "must be a date")
      .refine((date) => date >= "2000-01-01", "is too far in the past")
      .refine((date) => date <= latestDate(), "is too far in the future"),
  }),
  action: "report.request",
  target: () => null,
  async run({ input: { type, date }, actor, trace, operationId: id, request: { requestId } }) {
    const { pool } = await database();
    trace.target = id;
    // It has the operation's ID, so that the outcome is known even if this process dies.
    const isNew = await insertRequest(pool, { id, type, date: reportDate(type, date), personId: actor.id });
    if (!isNew)
      return failure({
        code: "conflict",
        message: "This report was already requested.",
        requestId,
        retry: "never",
      });
    // Sent immediately, so that the person sees whether the issuer accepted it.
    await requestDueReports(id);
    startReportWork();
    const report = await findRequest(pool, id);
    trace.after = { state: report?.state };
    if (report) return success({ id, state: report.state });
    return failure({ code: "internal", message: "The request couldn’t be found.", requestId, retry: "safe" });
  },
  topics: (_, { id }) => ["reports", `reports:${id}`],
});

/** The sandbox's clock may be ahead of ours or behind it. */
function latestDate(): string {
  const latest = Math.max(Date.now(), issuerNow().getTime());
  return addDays(toIsoDate(new Date(latest)), MAX_DAYS_AHEAD);
}
