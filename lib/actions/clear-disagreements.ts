"use server";

import { z } from "zod";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. */
export const clearDisagreements = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: z.strictObject({}),
  action: "sandbox.clear-disagreements",
  target: () => null,
  run: () => sandboxControl.clearDisagreements(),
  topics: () => ["issuer"],
});
