import { z } from "zod";
import { RoleChoice } from "./people";

/** off: can't be added. optional: asked for if the person has one. required: needed after a grace period. */
export const FACTOR_RULES = ["off", "optional", "required"] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

export const FACTOR_RULE_LABELS: Record<FactorRule, string> = {
  off: "Off",
  optional: "Optional",
  required: "Required",
};

export const DEFAULT_GRACE_DAYS = 7;
export const MAX_GRACE_DAYS = 90;

/** Whether the people of a role need a second factor. */
export const FactorPolicy = z.object({
  role: RoleChoice,
  rule: z.enum(FACTOR_RULES, { error: "must be off, optional, or required" }),
  graceDays: z
    .int({ error: "must be a whole number" })
    .min(0, { error: "must not be negative" })
    .max(MAX_GRACE_DAYS, { error: `must be at most ${MAX_GRACE_DAYS}` }),
});
export type FactorPolicy = z.infer<typeof FactorPolicy>;
