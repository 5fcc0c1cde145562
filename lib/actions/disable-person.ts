"use server";

import { z } from "zod";
import { changePerson } from "@/lib/auth/change-person";
import { OwnId } from "@/lib/domain/own-id";
import { defineAction } from "./define-action";

/** Ends every session of the person at once, and lets nobody in with their password; or undoes that. */
export const disablePerson = defineAction({
  permission: "users.manage",
  input: z.object({ personId: OwnId, isDisabled: z.boolean() }),
  action: "person.disable",
  actionOf: ({ isDisabled }) => (isDisabled ? "person.disable" : "person.enable"),
  target: ({ personId }) => personId,
  changes: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { isDisabled: input.isDisabled }, context),
});
