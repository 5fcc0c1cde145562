"use server";

import { z } from "zod";
import { removeChannel } from "@/lib/alerts/channels";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { channelGone } from "./channel-gone";
import { defineAction } from "./define-action";

export const removeAlertChannel = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: z.object({ channelId: OwnId }),
  action: "alert-channel.remove",
  target: ({ channelId }) => channelId,
  topics: () => ["alerts"],
  run: ({ input: { channelId }, request, commit }) =>
    commit(async (client) => ((await removeChannel(client, channelId)) ? success({}) : channelGone(request))),
});
