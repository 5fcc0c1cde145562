"use server";

import { WorldChoice } from "@/lib/domain/simulation";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** On the sandbox only: a fresh world. What was done here stays in the audit log; the index catches up by itself. */
export const resetSandbox = defineAction({
  permission: "sandbox.use",
  input: WorldChoice,
  action: "sandbox.reset",
  target: () => null,
  run: ({ input }) => sandboxControl.reset(input),
  changes: () => ["cards", "transactions", "issuer", "index", "attention"],
});
