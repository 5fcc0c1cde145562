"use server";

import { z } from "zod";
import { changePerson } from "@/lib/auth/change-person";
import { RoleChoice } from "@/lib/domain/people/people";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

export const changeRole = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId, role: RoleChoice }),
  action: "person.change-role",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { role: input.role }, context),
});
