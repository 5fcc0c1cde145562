"use server";

import { changeChannel } from "@/lib/alerts/channels";
import { ChangedChannel } from "@/lib/domain/alerts/channel";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { channelGone } from "./channel-gone";
import { refuseTarget } from "./channel-target";
import { defineAction } from "./define-action";

/** Corrects its name or where it leads. What waits goes to the new target. */
export const changeAlertChannel = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: ChangedChannel.extend({ channelId: OwnId }),
  action: "alert-channel.change",
  target: ({ channelId }) => channelId,
  topics: () => ["alerts"],
  run: async ({ input: { channelId, ...changed }, request, commit }) =>
    (changed.secretUrl !== undefined && refuseTarget(changed.secretUrl, request)) ||
    commit(async (client) =>
      (await changeChannel(client, channelId, changed))
        ? success({})
        : channelGone(request, "This channel was removed, or can’t be decrypted. Add it again."),
    ),
});
