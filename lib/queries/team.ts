import "server-only";
import { z } from "zod";
import { listPeople } from "@/lib/auth/people";
import { listPeopleWithFactor } from "@/lib/auth/second-factor/factor-policy";
import { listFactorRemovals } from "@/lib/auth/second-factor/factor-removals";
import { listSessions } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const getTeam = defineQuery({
  name: "the team",
  permission: "users.manage",
  input: z.object({}),
  async run() {
    const people = await listPeople();
    const withFactor = await listPeopleWithFactor(await pool());
    return success(
      people.map(({ passwordHash: _, ...person }) => ({ ...person, hasFactor: withFactor.has(person.id) })),
    );
  },
});

/** Removals of lost second factors that wait for a second admin. */
export const getFactorRemovals = defineQuery({
  name: "the team",
  permission: "users.manage",
  input: z.object({}),
  async run({ actor }) {
    const removals = await listFactorRemovals();
    return success(
      removals.map(({ personId, requestedById, expiresAt, ...removal }) => ({
        ...removal,
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
