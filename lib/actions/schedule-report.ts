"use server";

import { z } from "zod";
import { FileType } from "@/lib/contract/report";
import {
  DEFAULT_LATE_AFTER_HOURS,
  LATE_AFTER_HOURS,
  MAX_DAYS_BACK,
  scheduleStart,
} from "@/lib/domain/reports/schedule";
import { success } from "@/lib/domain/result";
import { addDays, isIsoDate, toIsoDate } from "@/lib/domain/time/calendar";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { startReportWork } from "@/lib/reports/report-work";
import { requestScheduledReports, saveSchedule } from "@/lib/reports/schedules";
import { defineAction } from "./define-action";

const MAX_DAYS_AHEAD = 366;

/** From a day on, requests every file as soon as the issuer allows it. Replaces the type's schedule, if there is one. */
export const scheduleReport = defineAction({
  permission: "schedules.manage",
  confirmation: "none",
  input: z.object({
    type: FileType,
    firstDay: z
      .string()
      .refine(isIsoDate, "must be a date")
      .refine((day) => day >= daysFromToday(-MAX_DAYS_BACK), "is more than two years ago")
      .refine((day) => day <= daysFromToday(MAX_DAYS_AHEAD), "is more than a year ahead"),
    lateAfterHours: z.literal(LATE_AFTER_HOURS).default(DEFAULT_LATE_AFTER_HOURS),
  }),
  action: "report.schedule",
  target: ({ type }) => type,
  async run({ input: { type, firstDay, lateAfterHours }, actor, commit }) {
    const saved = await commit<object>(async (client) => {
      await saveSchedule(client, {
        type,
        firstDay: scheduleStart(type, firstDay),
        lateAfterHours,
        personId: actor.id,
      });
      return success({});
    });
    if (!saved.ok) return saved;
    // What is missing already is requested at once.
    await requestScheduledReports();
    startReportWork();
    return saved;
  },
  topics: () => ["reports"],
});

function daysFromToday(days: number): string {
  return addDays(toIsoDate(issuerNow()), days);
}
