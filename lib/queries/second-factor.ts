import "server-only";
import { headers } from "next/headers";
import { z } from "zod";
import { listAuthenticators } from "@/lib/auth/second-factor/authenticators";
import {
  countPeopleWithoutFactor,
  findFactorDueAt,
  findFactorRule,
  listFactorPolicies,
} from "@/lib/auth/second-factor/factor-policy";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { listPasskeys } from "@/lib/auth/second-factor/passkeys";
import { countRecoveryCodes } from "@/lib/auth/second-factor/recovery-codes";
import { pool } from "@/lib/db/database";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import type { OwnSecondFactor } from "@/lib/domain/people/second-factor";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const getOwnSecondFactor = defineQuery({
  name: "own second factor",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const db = await pool();
    return success<OwnSecondFactor>({
      authenticators: (await listAuthenticators(db, actor.id)).map(withTextDates),
      passkeys: (await listPasskeys(db, actor.id)).map(withTextDates),
      recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
      rule: await findFactorRule(db, actor.role),
      site: passkeySite(),
      suggestedName: describeBrowser((await headers()).get("user-agent")),
    });
  },
});

/** Until when the person has to add a second factor; null if they don't have to. */
export const getOwnFactorDueAt = defineQuery({
  name: "own second factor",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    return success((await findFactorDueAt(actor.id))?.toISOString() ?? null);
  },
});

export const getFactorPolicies = defineQuery({
  name: "the second-factor policy",
  permission: "settings.manage",
  input: z.object({}),
  async run() {
    const db = await pool();
    const without = await countPeopleWithoutFactor(db);
    const policies = await listFactorPolicies(db);
    return success(policies.map((policy) => ({ ...policy, peopleWithout: without.get(policy.role) ?? 0 })));
  },
});

function withTextDates<Factor extends { createdAt: Date; lastUsedAt: Date | null }>(factor: Factor) {
  return {
    ...factor,
    createdAt: factor.createdAt.toISOString(),
    lastUsedAt: factor.lastUsedAt?.toISOString() ?? null,
  };
}
