"use server";

import { changeFactorPolicy as change, listFactorPolicies } from "@/lib/auth/second-factor/factor-policy";
import { FactorPolicy } from "@/lib/domain/people/factor-policy";
import { success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Whether a role needs a second factor. Takes effect with the next request. */
export const changeFactorPolicy = defineAction({
  permission: "settings.manage",
  confirmation: "recent",
  input: FactorPolicy,
  action: "factor.change-policy",
  target: ({ role }) => role,
  topics: () => ["people"],
  run({ input, trace, commit }) {
    return commit<null>(async (client) => {
      trace.before = (await listFactorPolicies(client)).find(({ role }) => role === input.role);
      await change(client, input);
      trace.after = input;
      return success(null);
    });
  },
});
