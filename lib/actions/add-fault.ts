"use server";

import { FaultChoice, faultRequest } from "@/lib/domain/settings/sandbox";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only: the next matching calls fail. */
export const addFault = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: FaultChoice,
  action: "sandbox.arm-fault",
  target: () => null,
  run: ({ input }) => sandboxControl.addFault(faultRequest(input)),
  topics: () => ["issuer"],
});
