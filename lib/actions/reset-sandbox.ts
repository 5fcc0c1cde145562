"use server";

import { WorldChoice } from "@/lib/domain/settings/sandbox";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. The audit log stays, and the index syncs with the new data. */
export const resetSandbox = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: WorldChoice,
  action: "sandbox.reset",
  target: () => null,
  run: ({ input }) => sandboxControl.reset(input),
  topics: () => ["cards", "transactions", "issuer", "index", "attention"],
});
