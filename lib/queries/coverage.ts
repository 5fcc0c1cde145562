import "server-only";
import { z } from "zod";
import { defaultMonth } from "@/lib/domain/reports/coverage";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { Month } from "@/lib/domain/time/month";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { isMailConfigured } from "@/lib/mail/outbox";
import { findBatchProgress, listSubscriptions, readCoverage } from "@/lib/reports/read-coverage";
import { MAX_FILES_AT_ONCE, sumFiles } from "@/lib/reports/sum-files";
import { defineQuery } from "./define-query";

export const getCoverage = defineQuery({
  name: "the coverage of reports",
  permission: "reports.read",
  input: z.object({ month: Month.nullish() }),
  async run({ input, actor }) {
    const month = input.month ?? defaultMonth(toIsoDate(issuerNow()));
    const [coverage, progress, subscriptions] = await Promise.all([
      readCoverage(`${month}-01`),
      findBatchProgress(),
      listSubscriptions(actor.id),
    ]);
    return success({ month, ...coverage, progress, subscriptions, canMail: isMailConfigured() });
  },
});

/** IDs in the query string, separated by commas. */
export const ReportIds = z
  .string()
  .transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(OwnId).min(1).max(MAX_FILES_AT_ONCE));

/** The totals of several files, by report type. */
export const getFileTotals = defineQuery({
  name: "the totals of reports",
  permission: "reports.read",
  input: z.object({ ids: ReportIds }),
  async run({ input: { ids }, requestId }) {
    const sums = await sumFiles(ids);
    if (sums.files === ids.length) return success(sums);
    const message = "Some of these files no longer exist. Reload the page and select them again.";
    return failure({ code: "not-found", message, requestId, retry: "never" });
  },
});
