import "server-only";
import { z } from "zod";
import { listPeople } from "@/lib/auth/people";
import { listSessions } from "@/lib/auth/sessions";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

export const getTeam = defineQuery({
  name: "the team",
  permission: "users.manage",
  input: z.object({}),
  async run() {
    const people = await listPeople();
    return success(people.map(({ passwordHash: _, ...person }) => person));
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
