"use server";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { pool } from "@/lib/db/database";
import { sealNote } from "@/lib/db/sealed-note";
import { maskCardSecrets } from "@/lib/domain/card-secrets";
import { NOTE_MAX_CHARACTERS, splitSubject } from "@/lib/domain/note";
import { success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

const NewNote = z
  .object({
    subject: z
      .string()
      .regex(/^(card|customer):\S.{0,254}$/u, { error: "must name a card or a customer" })
      .refine((subject) => maskCardSecrets(subject) === subject, { error: "must not hold a card number" }),
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

/** Keeps what someone writes about a card or a customer, for whoever comes next. */
export const addNote = defineAction({
  permission: "cards.note",
  input: NewNote,
  audit: ({ subject }) => {
    const { kind, id } = splitSubject(subject);
    return { action: `${kind}.note`, target: id };
  },
  async run({ input, actor }) {
    const db = await pool();
    const id = randomUUID();
    const { rows } = await db.query<{ at: Date }>(
      `insert into notes (id, subject, body, person_id) values ($1, $2, $3, $4) returning created_at as at`,
      [id, input.subject, sealNote(id, input.body), actor.id],
    );
    return success({ id, at: rows[0]?.at.toISOString() ?? "", isMasked: input.isMasked });
  },
  changes: ({ subject }) => [subject],
});
