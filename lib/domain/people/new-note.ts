import { z } from "zod";
import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import { NOTE_MAX_CHARACTERS } from "./note";

/** Card numbers are searched for only after the length was checked. */
export const NewNote = z
  .object({
    subject: z
      .string()
      .regex(/^(?:card:[A-Za-z0-9_-]{1,64}|customer:\S.{0,254})$/u, {
        error: "must refer to a card or a customer",
        abort: true,
      })
      .refine((subject) => maskCardSecretsInId(subject) === subject, {
        error: "must not contain a card number",
      }),
    body: z
      .string()
      .trim()
      .min(1, { error: "must not be empty" })
      .max(NOTE_MAX_CHARACTERS, { error: `must be at most ${NOTE_MAX_CHARACTERS} characters` }),
    /** Asks a manager to handle the card. */
    needsFollowUp: z.boolean().default(false),
  })
  .refine(({ subject, needsFollowUp }) => !needsFollowUp || subject.startsWith("card:"), {
    path: ["subject"],
    error: "must name a card",
  })
  .transform(({ subject, body, needsFollowUp }) => {
    const masked = maskCardSecrets(body);
    return { subject, body: masked, needsFollowUp, isMasked: masked !== body };
  });
