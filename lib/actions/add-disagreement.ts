"use server";

import { DisagreementRequest } from "@/lib/domain/settings/disagreements";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only: a report file will disagree with the transactions. */
export const addDisagreement = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: DisagreementRequest,
  action: "sandbox.add-disagreement",
  target: () => null,
  run: ({ input }) => sandboxControl.addDisagreement(input),
  topics: () => ["issuer"],
});
