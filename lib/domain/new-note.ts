import { z } from "zod";
import { maskCardSecrets, maskCardSecretsInId } from "./card-secrets";
import { NOTE_MAX_CHARACTERS } from "./note";

/** A note as it is sent. Its card numbers are looked for only once its length is known to be in bounds. */
export const NewNote = z
  .object({
    subject: z
      .string()
      .regex(/^(card|customer):\S.{0,254}$/u, { error: "must refer to a card or a customer", abort: true })
      .refine((subject) => maskCardSecretsInId(subject) === subject, {
        error: "must not contain a card number",
      }),
    body: z
      .string()
      .trim()
      .min(1, { error: "must not be empty" })
      .max(NOTE_MAX_CHARACTERS, { error: `must be at most ${NOTE_MAX_CHARACTERS} characters` }),
  })
  .transform(({ subject, body }) => {
    const masked = maskCardSecrets(body);
    return { subject, body: masked, isMasked: masked !== body };
  });
