"use server";

import { z } from "zod";
import { revokeSession } from "@/lib/auth/sessions";
import { success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Ends the session in the database, so a copied cookie is useless too. Called by the route app/api/sign-out. */
export const signOut = defineAction({
  permission: "session.end",
  confirmation: "none",
  input: z.object({}),
  action: "session.end",
  target: () => null,
  run: ({ actor, trace, commit }) =>
    commit(async (client) => {
      trace.target = actor.id;
      await revokeSession(client, actor.sessionId);
      return success(null);
    }),
  topics: () => [],
});
