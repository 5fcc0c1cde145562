"use server";

import { z } from "zod";
import { FileType } from "@/lib/contract/report";
import { reportName } from "@/lib/domain/reports/report";
import { failure, success } from "@/lib/domain/result";
import { stopSchedule as stop } from "@/lib/reports/schedules";
import { defineAction } from "./define-action";

/** What was sent to the issuer already is still stored. */
export const stopSchedule = defineAction({
  permission: "schedules.manage",
  confirmation: "none",
  input: z.object({ type: FileType }),
  action: "report.unschedule",
  target: ({ type }) => type,
  run: ({ input: { type }, actor, request: { requestId }, commit }) =>
    commit(async (client) => {
      if (await stop(client, type, actor.name)) return success({});
      const message = `${reportName(type)} isn’t scheduled anymore.`;
      return failure({ code: "conflict", message, requestId, retry: "never" });
    }),
  topics: () => ["reports"],
});
