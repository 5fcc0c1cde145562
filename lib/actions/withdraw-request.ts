"use server";

import { z } from "zod";
import { withdraw } from "@/lib/approvals/decide";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** Only the requester, and only while nobody has decided. */
export const withdrawRequest = defineAction({
  permission: "approvals.read",
  confirmation: "none",
  input: z.object({ requestId: OwnId }),
  action: "approval.withdraw",
  target: ({ requestId }) => requestId,
  async run({ input, actor, request, trace }) {
    const withdrawn = await withdraw(input, { actor, request });
    if (!withdrawn.ok) return withdrawn;
    trace.target = withdrawn.data.target ?? input.requestId;
    return success(null);
  },
});
