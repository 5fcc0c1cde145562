"use server";

import { z } from "zod";
import { withdraw } from "@/lib/approvals/decide";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** Only the requester, and only while nobody has decided. */
export const withdrawRequest = defineAction({
  permission: "approvals.read",
  confirmation: "none",
  input: z.object({ requestId: OwnId }),
  action: "approval.withdraw",
  target: ({ requestId }) => requestId,
  run: ({ input, ...decider }) => withdraw(input, decider),
});
