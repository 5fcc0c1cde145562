"use server";

import {
  beginAuthenticator as begin,
  listAuthenticators,
  MAX_AUTHENTICATORS,
} from "@/lib/auth/second-factor/authenticators";
import { findFactorRule } from "@/lib/auth/second-factor/factor-policy";
import { qrPath } from "@/lib/auth/second-factor/qr-path";
import { totpAddress } from "@/lib/auth/second-factor/totp";
import { database } from "@/lib/db/database";
import { FactorName } from "@/lib/domain/people/factor-name";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

type BegunAuthenticator = { id: string; secret: string; qr: { path: string; size: number } };

/** Returns the secret for the person's app, once. */
export const beginAuthenticator = defineAction({
  permission: "factors.add",
  confirmation: "recent",
  input: FactorName,
  action: "factor.begin",
  target: () => null,
  async run({ input, actor, request, trace, commit }) {
    trace.target = actor.id;
    const { pool } = await database();
    if ((await findFactorRule(pool, actor.role)) === "off") {
      const message = "Second factors are turned off for your role.";
      return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
    }
    if ((await listAuthenticators(pool, actor.id)).length >= MAX_AUTHENTICATORS) {
      const message = `You can have at most ${MAX_AUTHENTICATORS} authenticator apps.`;
      return failure({ code: "conflict", message, requestId: request.requestId, retry: "never" });
    }
    return commit<BegunAuthenticator>(async (client) => {
      const { id, secret } = await begin(client, actor.id, input.name);
      return success({ id, secret, qr: qrPath(totpAddress(secret, actor)) });
    });
  },
  redactForReplay: ({ id }) => ({ id, secret: "", qr: { path: "", size: 0 } }),
});
