import "server-only";
import { z } from "zod";
import { listAuthenticators } from "@/lib/auth/second-factor/authenticators";
import { countRecoveryCodes } from "@/lib/auth/second-factor/recovery-codes";
import { pool } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const getOwnSecondFactor = defineQuery({
  name: "own second factor",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const db = await pool();
    const authenticators = await listAuthenticators(db, actor.id);
    return success({
      authenticators: authenticators.map(({ createdAt, lastUsedAt, ...authenticator }) => ({
        ...authenticator,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
    });
  },
});
