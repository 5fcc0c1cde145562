"use server";

import { changeChannel, type NamedTarget } from "@/lib/alerts/channels";
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
  async run({ input: { channelId, ...changed }, trace, request, commit }) {
    const refused = changed.secretUrl !== undefined && refuseTarget(changed.secretUrl, request);
    if (refused) return refused;
    return commit(async (client) => {
      const channel = await changeChannel(client, channelId, changed);
      if (!channel)
        return channelGone(request, "This channel was removed, or can’t be decrypted. Add it again.");
      trace.before = toTrace(channel.before);
      trace.after = toTrace(channel.after);
      return success({});
    });
  },
});

/** Without the rest of a URL, which is secret. */
function toTrace({ name, target }: NamedTarget) {
  const leadsTo =
    target.kind === "mail" ? `Email addresses: ${target.addresses.length}` : new URL(target.url).host;
  return { Name: name, "Leads to": leadsTo };
}
