"use server";

import { ClockMove } from "@/lib/domain/settings/sandbox";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. */
export const moveClock = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: ClockMove,
  action: "sandbox.move-clock",
  target: () => null,
  run: ({ input }) => sandboxControl.moveClock(input),
  topics: () => ["issuer"],
});
