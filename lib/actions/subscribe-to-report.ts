"use server";

import { z } from "zod";
import { FileType } from "@/lib/contract/report";
import { NOTICE_CHANNELS } from "@/lib/domain/reports/schedule";
import { success } from "@/lib/domain/result";
import { saveSubscription } from "@/lib/reports/subscriptions";
import { defineAction } from "./define-action";

/** Whether and how the person is told when a file of this type arrives, fails, or is late. */
export const subscribeToReport = defineAction({
  permission: "reports.read",
  confirmation: "none",
  input: z.object({ type: FileType, channel: z.enum(NOTICE_CHANNELS) }),
  action: "report.subscribe",
  target: ({ type }) => type,
  run: ({ input: { type, channel }, actor, commit }) =>
    commit(async (client) => {
      await saveSubscription(client, { personId: actor.id, type, channel });
      return success({});
    }),
});
