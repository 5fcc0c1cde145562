"use server";

import { z } from "zod";
import { changePerson } from "@/lib/auth/change-person";
import { OwnId } from "@/lib/domain/own-id";
import { RoleChoice } from "@/lib/domain/people";
import { defineAction } from "./define-action";

export const changeRole = defineAction({
  permission: "users.manage",
  input: z.object({ personId: OwnId, role: RoleChoice }),
  action: "person.change-role",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { role: input.role }, context),
});
