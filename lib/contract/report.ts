import { z } from "zod";
import {
  isReportAvailable,
  REPORT_TYPES,
  type ReportType,
  reportAvailableFrom,
} from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { IsoDateText } from "./text";

export const FileType = z.enum(REPORT_TYPES, { error: `must be one of ${REPORT_TYPES.join(", ")}` });

export const FileQuery = z.object({
  date: IsoDateText.meta({
    description: "The day, or any date within the month; data runs to 23:59 UTC of it",
  }),
});

/** Adds the rule that the report must be available on this date. */
export function fileQuery(type: ReportType, today: IsoDate) {
  return FileQuery.superRefine(({ date }, context) => {
    if (isReportAvailable(type, date, today)) return;
    context.addIssue({
      code: "custom",
      path: ["date"],
      message: `is too recent: this report may be requested from ${reportAvailableFrom(type, date)} (UTC)`,
    });
  });
}

/** The acknowledgement of a file request (spec 2.5). */
export const FileAcknowledgement = z
  .object({ message: z.string(), reference_id: z.string() })
  .meta({ id: "FileAcknowledgement" });
export type FileAcknowledgement = z.infer<typeof FileAcknowledgement>;
