"use server";

import { restartIndex } from "@/lib/card-index/sync/restart-index";
import { WorldChoice } from "@/lib/domain/settings/sandbox";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. The audit log stays, and the index starts again with the new data. */
export const resetSandbox = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: WorldChoice,
  action: "sandbox.reset",
  target: () => null,
  async run({ input }) {
    const reset = await sandboxControl.reset(input);
    // Without an answer, it may have been done.
    if (reset.ok || reset.error.code === "issuer-unavailable") await restartIndex();
    return reset;
  },
  topics: () => ["cards", "transactions", "issuer", "index", "attention"],
});
