"use server";

import { z } from "zod";
import { rotateSecret } from "@/lib/alerts/channels";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { channelGone } from "./channel-gone";
import { defineAction } from "./define-action";

/** Returns the new secret once. For a day, messages are signed with both. */
export const rotateAlertSecret = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: z.object({ channelId: OwnId }),
  action: "alert-channel.rotate",
  target: ({ channelId }) => channelId,
  topics: () => ["alerts"],
  run: ({ input: { channelId }, request, commit }) =>
    commit<{ secret: string | null }>(async (client) => {
      const secret = await rotateSecret(client, channelId, new Date());
      return secret
        ? success({ secret })
        : channelGone(request, "This channel was removed, or its secret can’t be changed.");
    }),
  redactForReplay: () => ({ secret: null }),
});
