"use server";

import { z } from "zod";
import { database } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { inTransaction } from "@/lib/postgres/open-database";
import { transitionRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** If the request was sent to the issuer at the same moment, its file is still stored. */
export const cancelReport = defineAction({
  permission: "reports.request",
  confirmation: "none",
  input: z.object({ reportId: OwnId }),
  action: "report.withdraw",
  target: ({ reportId }) => reportId,
  async run({ input: { reportId }, actor, request: { requestId } }) {
    const { pool } = await database();
    const reason = `Canceled by ${actor.name}.`;
    const isTransitioned = await inTransaction(pool, (client) =>
      transitionRequest(client, reportId, { from: ["queued"], to: "withdrawn", message: reason, reason }),
    );
    if (isTransitioned) return success({});
    const message = "This report is no longer queued.";
    return failure({ code: "conflict", message, requestId, retry: "never" });
  },
  topics: ({ reportId }) => ["reports", `reports:${reportId}`],
});
