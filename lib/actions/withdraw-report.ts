"use server";

import { z } from "zod";
import { database } from "@/lib/db/database";
import { OwnId } from "@/lib/domain/own-id";
import { failure, success } from "@/lib/domain/result";
import { inTransaction } from "@/lib/postgres/open-database";
import { moveRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** Takes a report out of the queue. Should the issuer have been asked in this very moment, its file is kept all the same. */
export const withdrawReport = defineAction({
  permission: "reports.request",
  input: z.object({ reportId: OwnId }),
  action: "report.withdraw",
  target: ({ reportId }) => reportId,
  async run({ input: { reportId }, actor, request: { requestId } }) {
    const { pool } = await database();
    const words = `Canceled by ${actor.name}.`;
    const isMoved = await inTransaction(pool, (client) =>
      moveRequest(client, reportId, { from: ["queued"], to: "withdrawn", message: words, reason: words }),
    );
    if (isMoved) return success({});
    const message = "This report is no longer queued.";
    return failure({ code: "conflict", message, requestId, retry: "never" });
  },
  changes: ({ reportId }) => ["reports", `reports:${reportId}`],
});
