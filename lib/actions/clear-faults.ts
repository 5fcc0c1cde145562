"use server";

import { z } from "zod";
import { sandboxControl } from "@/lib/issuer/sandbox-control";
import { defineAction } from "./define-action";

/** Sandbox only. */
export const clearFaults = defineAction({
  permission: "sandbox.use",
  confirmation: "none",
  input: z.strictObject({}),
  action: "sandbox.clear-faults",
  target: () => null,
  run: () => sandboxControl.clearFaults(),
  topics: () => ["issuer"],
});
