"use server";

import { z } from "zod";
import { success } from "@/lib/domain/result";
import { clearDrift as clearStoredDrift } from "@/lib/drift/stored-drift";
import { defineAction } from "./define-action";

/** Forgets how the issuer's answers differed. What still differs is seen again. */
export const clearDrift = defineAction({
  permission: "settings.manage",
  confirmation: "none",
  input: z.strictObject({}),
  action: "drift.clear",
  target: () => null,
  topics: () => ["issuer"],
  async run({ trace }) {
    const cleared = await clearStoredDrift();
    trace.before = { differences: cleared };
    return success({ cleared });
  },
});
