"use server";

import { z } from "zod";
import { activateCopy } from "@/lib/db/restored-copy";
import { failure, success } from "@/lib/domain/result";
import { EVERYTHING } from "@/lib/domain/topics";
import { env } from "@/lib/env";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** From now on it sends what the one that its backup is of sends. */
export const activateRestoredCopy = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: z.strictObject({}),
  action: "copy.activate",
  target: () => null,
  topics: () => [EVERYTHING],
  async run({ request, trace, commit }) {
    const activated = await commit<null>(async (client) => {
      const restoredAt = await activateCopy(client);
      if (!restoredAt)
        return failure({
          code: "conflict",
          message: "This copy is active already.",
          requestId: request.requestId,
          retry: "never",
        });
      trace.before = { restoredAt: restoredAt.toISOString() };
      return success(null);
    });
    if (activated.ok && env().mode === "sandbox") await sandboxControl.receiveWebhooks();
    return activated;
  },
});
