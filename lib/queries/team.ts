import "server-only";
import { z } from "zod";
import { isPasswordAllowed, mayHavePassword } from "@/lib/auth/password-rule";
import { findPerson, listPeople } from "@/lib/auth/people";
import { listRecoveries } from "@/lib/auth/recoveries";
import { listPeopleWithFactor } from "@/lib/auth/second-factor/factor-policy";
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
    const db = await pool();
    const [withFactor, linked] = [await listPeopleWithFactor(db), await listLinkedPeople(db)];
    return success(
      people.map(({ passwordHash: _, ...person }) => {
        const isLinked = linked.has(person.id);
        const hasFactor = withFactor.has(person.id);
        return { ...person, hasFactor, isLinked, hasPassword: mayHavePassword(person, isLinked) };
      }),
    );
  },
});

/** What waits for a second admin. */
export const getRecoveries = defineQuery({
  name: "the team",
  permission: "users.manage",
  input: z.object({}),
  async run({ actor }) {
    const recoveries = await listRecoveries();
    return success(
      recoveries.map(({ personId, requestedById, expiresAt, ...recovery }) => ({
        ...recovery,
        expiresAt: expiresAt.toISOString(),
        isYours: requestedById === actor.id,
        canConfirm: requestedById !== actor.id && personId !== actor.id,
      })),
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
