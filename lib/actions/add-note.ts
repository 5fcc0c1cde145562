"use server";

import { randomUUID } from "node:crypto";
import { noteSubjectCheck } from "@/lib/card-index/note-subject-check";
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
  targetCheck: noteSubjectCheck,
  run: ({ input, actor, commit }) =>
    commit(async (client) => {
      const id = randomUUID();
      const { rows } = await client.query<{ at: Date }>(
        `insert into notes (id, subject, body, person_id, needs_follow_up)
         values ($1, $2, $3, $4, $5) returning created_at as at`,
        [id, input.subject, sealNote(id, input.body), actor.id, input.needsFollowUp],
      );
      return success({ id, at: rows[0]?.at.toISOString() ?? "", isMasked: input.isMasked });
    }),
  topics: ({ subject, needsFollowUp }) => [subject, ...(needsFollowUp ? ["attention"] : [])],
});
