"use server";

import { z } from "zod";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { transitionRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** If the request was sent to the issuer at the same moment, its file is still stored. */
export const cancelReport = defineAction({
  permission: "reports.request",
  confirmation: "none",
  input: z.object({ reportId: OwnId }),
  action: "report.withdraw",
  target: ({ reportId }) => reportId,
  run: ({ input: { reportId }, actor, request: { requestId }, commit }) =>
    commit(async (client) => {
      const reason = `Canceled by ${actor.name}.`;
      const transition = { from: ["queued"], to: "withdrawn", message: reason, reason } as const;
      if (await transitionRequest(client, reportId, transition)) return success({});
      const message = "This report is no longer queued.";
      return failure({ code: "conflict", message, requestId, retry: "never" });
    }),
  topics: ({ reportId }) => ["reports", `reports:${reportId}`],
});
