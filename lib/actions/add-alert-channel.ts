"use server";

import { insertChannel, listChannels } from "@/lib/alerts/channels";
import { findForbidden } from "@/lib/alerts/post-message";
import { findPlainHttp, NewChannel } from "@/lib/domain/alerts/channel";
import { type FieldErrors, failure, success } from "@/lib/domain/result";
import { env } from "@/lib/env";
import { isMailConfigured } from "@/lib/mail/outbox";
import { defineAction } from "./define-action";

const MAX_CHANNELS = 20;
const PRIVATE = "points to a private network. To allow it, add its host to ALERT_HOSTS";

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
      const url = new URL(input.secretUrl);
      const forbidden = findForbidden(url, { privateHosts: env().alertHosts });
      if (forbidden) return reject(forbidden, { secretUrl: findPlainHttp(url, []) ?? PRIVATE });
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
