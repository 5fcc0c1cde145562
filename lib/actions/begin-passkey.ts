"use server";

import { z } from "zod";
import { createChallenge } from "@/lib/auth/second-factor/challenges";
import { findFactorRule } from "@/lib/auth/second-factor/factor-policy";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { creationOptions, listPasskeys, MAX_PASSKEYS } from "@/lib/auth/second-factor/passkeys";
import { pool } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Returns what the browser needs to create a passkey. Nothing changes until `addPasskey`. */
export const beginPasskey = defineAction({
  permission: "factors.add",
  confirmation: "none",
  audited: false,
  input: z.strictObject({}),
  action: "passkey.begin",
  target: () => null,
  async run({ actor, request: { requestId } }) {
    const reject = (message: string) => failure({ code: "conflict", message, requestId, retry: "never" });
    const db = await pool();
    const site = passkeySite();
    if (!site.works) return reject(site.reason);
    if ((await findFactorRule(db, actor.role)) === "off")
      return reject("Second factors are turned off for your role.");
    if ((await listPasskeys(db, actor.id)).length >= MAX_PASSKEYS)
      return reject(`You can have at most ${MAX_PASSKEYS} passkeys.`);
    const { challenge } = await createChallenge({ purpose: "add", sessionId: actor.sessionId });
    return success(await creationOptions(actor, site, challenge));
  },
});
