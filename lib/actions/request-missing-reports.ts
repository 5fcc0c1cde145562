"use server";

import { z } from "zod";
import { gapsOf } from "@/lib/domain/reports/coverage";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { success } from "@/lib/domain/result";
import { Month } from "@/lib/domain/time/month";
import { readCoverage } from "@/lib/reports/read-coverage";
import { startReportWork } from "@/lib/reports/report-work";
import { insertMissing } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** Requests every report of the month that is available and neither here nor on its way. */
export const requestMissingReports = defineAction({
  permission: "reports.request",
  confirmation: "none",
  input: z.object({ month: Month.refine((month) => month >= "2000-01", "is too far in the past") }),
  action: "report.request-missing",
  target: ({ month }) => month,
  async run({ input: { month }, actor, trace, operationId: batchId, commit }) {
    const gaps = gapsOf((await readCoverage(`${month}-01`)).rows);
    const requested = await commit<{ requested: number }>(async (client) => {
      let count = 0;
      for (const type of REPORT_TYPES) {
        const dates = gaps.filter((gap) => gap.type === type).map(({ date }) => date);
        const ids = await insertMissing(client, {
          ...{ type, dates, batchId },
          personId: actor.id,
          origin: "batch",
        });
        count += ids.length;
      }
      trace.after = { requested: count };
      return success({ requested: count });
    });
    if (requested.ok) startReportWork();
    return requested;
  },
  topics: () => ["reports"],
});
