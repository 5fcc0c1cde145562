import { z } from "zod";
import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import { ROLES } from "./permissions";

export const PASSWORD_MIN_CHARACTERS = 12;
export const PASSWORD_MAX_CHARACTERS = 128;

export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, { error: `must be at least ${PASSWORD_MIN_CHARACTERS} characters` })
  .max(PASSWORD_MAX_CHARACTERS, { error: `must be at most ${PASSWORD_MAX_CHARACTERS} characters` });

export const RoleChoice = z.enum(ROLES, { error: "must be a valid role" });

export const Invitation = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(80, { error: "must be at most 80 characters" })
    .refine((name) => !/\p{Cc}/u.test(name), { error: "must not contain control characters" })
    .refine((name) => maskCardSecrets(name) === name, { error: "must not contain a card number" }),
  email: z
    .email({ error: "must be an email address" })
    .max(254, { error: "must be at most 254 characters" })
    .refine((email) => maskCardSecretsInId(email) === email, { error: "must not contain a card number" }),
  role: RoleChoice,
});
export type Invitation = z.infer<typeof Invitation>;
