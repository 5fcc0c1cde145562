"use server";

import { z } from "zod";
import { changePerson } from "@/lib/auth/change-person";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** Disabling ends all of the person's sessions at once. */
export const disablePerson = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId, isDisabled: z.boolean() }),
  action: "person.disable",
  actionOf: ({ isDisabled }) => (isDisabled ? "person.disable" : "person.enable"),
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  run: ({ input, ...context }) => changePerson(input.personId, { isDisabled: input.isDisabled }, context),
});
