"use server";

import { insertChannel, listChannels } from "@/lib/alerts/channels";
import { findForbidden } from "@/lib/alerts/post-message";
import { NewChannel } from "@/lib/domain/alerts/channel";
import { type FieldErrors, failure, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { isMailConfigured } from "@/lib/mail/outbox";
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
    const reject = (message: string, fields: FieldErrors = {}) =>
      failure({ code: "refused", message, requestId: request.requestId, retry: "never", fields });
    if (input.kind === "mail") {
      if (!isMailConfigured()) return reject("Email isn’t configured.");
    } else {
      const forbidden = findForbidden(new URL(input.secretUrl), { privateHosts: env().alertHosts });
      if (forbidden) return reject(forbidden, { secretUrl: "must use https and a public address" });
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
