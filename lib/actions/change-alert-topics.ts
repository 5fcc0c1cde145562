"use server";

import { z } from "zod";
import { changeTopics } from "@/lib/alerts/channels";
import { Topics } from "@/lib/domain/alerts/channel";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { channelGone } from "./channel-gone";
import { defineAction } from "./define-action";

/** What a channel is told from now on. */
export const changeAlertTopics = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: z.object({ channelId: OwnId, topics: Topics }),
  action: "alert-channel.topics",
  target: ({ channelId }) => channelId,
  topics: () => ["alerts"],
  run: ({ input: { channelId, topics }, request, commit }) =>
    commit(async (client) =>
      (await changeTopics(client, channelId, topics)) ? success({}) : channelGone(request),
    ),
});
