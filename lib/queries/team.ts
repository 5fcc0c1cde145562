import "server-only";
import { z } from "zod";
import { isPasswordAllowed, mayHavePassword } from "@/lib/auth/password-rule";
import { findPerson, listPeople } from "@/lib/auth/people";
import { listSessions } from "@/lib/auth/sessions";
import { isLinked, listLinkedPeople } from "@/lib/auth/single-sign-on/identities";
import { pool } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const getTeam = defineQuery({
  name: "the team",
  permission: "users.manage",
  input: z.object({}),
  async run() {
    const people = await listPeople();
    const linked = await listLinkedPeople(await pool());
    return success(
      people.map(({ passwordHash: _, ...person }) => {
        const isLinked = linked.has(person.id);
        return { ...person, isLinked, hasPassword: mayHavePassword(person, isLinked) };
      }),
    );
  },
});

export const getOwnSessions = defineQuery({
  name: "own sessions",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const sessions = await listSessions(actor.id);
    return success(sessions.map((session) => ({ ...session, isThisOne: session.id === actor.sessionId })));
  },
});

/** Who owns the person's role and whether they have a password. */
export const getOwnSignIn = defineQuery({
  name: "own sign-in",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const db = await pool();
    const person = await findPerson(db, actor.id);
    const hasPassword = person?.passwordHash != null && (await isPasswordAllowed(db, actor));
    return success({ hasPassword, isLinked: await isLinked(db, actor.id) });
  },
});
