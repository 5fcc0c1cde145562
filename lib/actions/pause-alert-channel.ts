"use server";

import { z } from "zod";
import { pauseChannel } from "@/lib/alerts/channels";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { channelGone } from "./channel-gone";
import { defineAction } from "./define-action";

/** A paused channel is told nothing, not even later. */
export const pauseAlertChannel = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: z.object({ channelId: OwnId, isPaused: z.boolean() }),
  action: "alert-channel.pause",
  actionOf: ({ isPaused }) => (isPaused ? "alert-channel.pause" : "alert-channel.resume"),
  target: ({ channelId }) => channelId,
  topics: () => ["alerts"],
  run: ({ input: { channelId, isPaused }, request, commit }) =>
    commit(async (client) =>
      (await pauseChannel(client, channelId, isPaused)) ? success({}) : channelGone(request),
    ),
});
