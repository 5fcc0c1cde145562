"use server";

import { z } from "zod";
import { FileType } from "@/lib/contract/report";
import { database } from "@/lib/db/database";
import { addDays, isIsoDate, toIsoDate } from "@/lib/domain/calendar";
import { reportDate } from "@/lib/domain/report-calendar";
import { failure, success } from "@/lib/domain/result";
import { askDue } from "@/lib/reports/ask-issuer";
import { findRequest, insertRequest } from "@/lib/reports/requests";
import { startReportWork } from "@/lib/reports/work";
import { defineAction } from "./define-action";

const MOST_DAYS_AHEAD = 31;

/** Asks the issuer for a report, or puts it in the queue until it may be asked for. */
export const requestReport = defineAction({
  permission: "reports.request",
  input: z.object({
    type: FileType,
    date: z
      .string()
      .refine(isIsoDate, "must be a date")
      .refine((date) => date >= "2000-01-01", "is too far in the past")
      .refine((date) => date <= addDays(toIsoDate(new Date()), MOST_DAYS_AHEAD), "is too far in the future"),
  }),
  action: "report.request",
  target: () => null,
  async run({ input: { type, date }, actor, trace, request: { requestId } }) {
    const { pool } = await database();
    const id = await insertRequest(pool, { type, date: reportDate(type, date), personId: actor.id });
    trace.target = id;
    // Asked here and now, so that the person sees at once whether the issuer took it.
    await askDue(id);
    startReportWork();
    const asked = await findRequest(pool, id);
    trace.after = { state: asked?.state };
    if (asked) return success({ id, state: asked.state });
    return failure({ code: "internal", message: "The request couldn’t be found.", requestId, retry: "safe" });
  },
  changes: (_, { id }) => ["reports", `reports:${id}`],
});
