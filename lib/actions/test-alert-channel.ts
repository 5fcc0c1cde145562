"use server";

import { z } from "zod";
import { findChannel } from "@/lib/alerts/channels";
import { sendTest } from "@/lib/alerts/deliveries";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { channelGone } from "./channel-gone";
import { defineAction } from "./define-action";

/** Sends a message at once, also to a paused channel, and says what came back. */
export const testAlertChannel = defineAction({
  permission: "settings.manage",
  confirmation: "none",
  input: z.object({ channelId: OwnId }),
  action: "alert-channel.test",
  target: ({ channelId }) => channelId,
  topics: () => ["alerts"],
  async run({ input: { channelId }, request, trace }) {
    const channel = await findChannel(channelId);
    if (!channel) return channelGone(request);
    const outcome = await sendTest(channel);
    const text = outcome.is === "sent" ? outcome.answer : outcome.problem;
    trace.message = text;
    return success({ isSent: outcome.is === "sent", text });
  },
});
