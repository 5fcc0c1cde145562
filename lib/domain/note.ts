import { z } from "zod";

export const NOTE_MAX_CHARACTERS = 2000;

/** What a note is about: `card:<id>` or `customer:<id>`. The topic of the same name says that it changed. */
export const NoteSubject = z.string().regex(/^(card|customer):\S.{0,254}$/u, {
  error: "must name a card or a customer",
});

export const NewNote = z.object({
  subject: NoteSubject,
  body: z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(NOTE_MAX_CHARACTERS, { error: `must be at most ${NOTE_MAX_CHARACTERS} characters` }),
});

export type Note = {
  id: string;
  subject: string;
  body: string;
  /** Who wrote it, by name. */
  person: string;
  /** When, as ISO 8601. */
  at: string;
};

/** `card:9f1c…` is `card` and `9f1c…`. */
export function splitSubject(subject: string): { kind: "card" | "customer"; id: string } {
  const colon = subject.indexOf(":");
  return {
    kind: subject.slice(0, colon) === "customer" ? "customer" : "card",
    id: subject.slice(colon + 1),
  };
}
