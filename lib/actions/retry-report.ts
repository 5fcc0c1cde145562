"use server";

import { z } from "zod";
import { database } from "@/lib/db/database";
import { OwnId } from "@/lib/domain/own-id";
import { failure, success } from "@/lib/domain/result";
import { inTransaction } from "@/lib/postgres/open-database";
import { askDue } from "@/lib/reports/ask-issuer";
import { moveRequest } from "@/lib/reports/requests";
import { startReportWork } from "@/lib/reports/work";
import { defineAction } from "./define-action";

/** Asks once more for a report that failed or was withdrawn, or about which the issuer is silent. */
export const retryReport = defineAction({
  permission: "reports.request",
  input: z.object({ reportId: OwnId }),
  action: "report.retry",
  target: ({ reportId }) => reportId,
  async run({ input: { reportId }, actor, request: { requestId } }) {
    const { pool } = await database();
    const isMoved = await inTransaction(pool, (client) =>
      moveRequest(client, reportId, {
        from: ["failed", "requested", "withdrawn"],
        to: "queued",
        message: `Requested again by ${actor.name}.`,
        askAt: new Date(),
        isAnew: true,
      }),
    );
    if (!isMoved)
      return failure({
        code: "conflict",
        message: "This report is already in progress or ready.",
        requestId,
        retry: "never",
      });
    await askDue(reportId);
    startReportWork();
    return success({});
  },
  changes: ({ reportId }) => ["reports", `reports:${reportId}`, "attention"],
});
