"use server";

import { insertChannel, listChannels } from "@/lib/alerts/channels";
import { NewChannel } from "@/lib/domain/alerts/channel";
import { failure, success } from "@/lib/domain/result";
import { isMailConfigured } from "@/lib/mail/outbox";
import { refuseTarget } from "./channel-target";
import { defineAction } from "./define-action";

const MAX_CHANNELS = 20;

/** Returns the secret of a webhook once. */
export const addAlertChannel = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: NewChannel,
  action: "alert-channel.add",
  target: () => null,
  topics: () => ["alerts"],
  async run({ input, trace, request, commit }) {
    const reject = (message: string) =>
      failure({ code: "refused", message, requestId: request.requestId, retry: "never" });
    if (input.kind === "mail") {
      if (!isMailConfigured()) return reject("Email isn’t configured.");
    } else {
      const refused = refuseTarget(input.secretUrl, request);
      if (refused) return refused;
    }
    return commit(async (client) => {
      // Serializes the check of the limit.
      await client.query("select from alert_watch for update");
      if ((await listChannels(client)).length >= MAX_CHANNELS)
        return reject(`There can be at most ${MAX_CHANNELS} channels. Remove one first.`);
      const added = await insertChannel(client, input);
      trace.target = added.channelId;
      trace.after = { kind: input.kind, topics: input.topics };
      return success(added);
    });
  },
  redactForReplay: ({ channelId }) => ({ channelId, secret: null }),
});
