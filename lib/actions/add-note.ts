"use server";

import { randomUUID } from "node:crypto";
import { pool } from "@/lib/db/database";
import { sealNote } from "@/lib/db/sealed-note";
import { NewNote } from "@/lib/domain/people/new-note";
import { splitSubject } from "@/lib/domain/people/note";
import { success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

export const addNote = defineAction({
  permission: "cards.note",
  confirmation: "none",
  input: NewNote,
  action: "card.note",
  actionOf: ({ subject }) => `${splitSubject(subject).kind}.note`,
  target: ({ subject }) => splitSubject(subject).id,
  async run({ input, actor }) {
    const db = await pool();
    const id = randomUUID();
    const { rows } = await db.query<{ at: Date }>(
      `insert into notes (id, subject, body, person_id, needs_follow_up)
       values ($1, $2, $3, $4, $5) returning created_at as at`,
      [id, input.subject, sealNote(id, input.body), actor.id, input.needsFollowUp],
    );
    return success({ id, at: rows[0]?.at.toISOString() ?? "", isMasked: input.isMasked });
  },
  topics: ({ subject, needsFollowUp }) => [subject, ...(needsFollowUp ? ["attention"] : [])],
});
