"use server";

import { z } from "zod";
import { changePerson } from "@/lib/auth/change-person";
import { RoleChoice } from "@/lib/domain/people";
import { defineAction } from "./define-action";

export const changeRole = defineAction({
  permission: "users.manage",
  input: z.object({ personId: z.uuid(), role: RoleChoice }),
  audit: ({ personId }) => ({ action: "person.change-role", target: personId }),
  changes: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { role: input.role }, context),
});
