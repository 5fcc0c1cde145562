export const NOTE_MAX_CHARACTERS = 2000;

/** What people write about a card or a customer. */
export type Note = {
  id: string;
  /** `card:<id>` or `customer:<id>`; the topic of the same name says that it changed. */
  subject: string;
  /** Null when it can't be opened. */
  body: string | null;
  /** Who wrote it, by name. */
  person: string;
  /** When, as ISO 8601. */
  at: string;
};

/** The note that a person reads before they unfreeze a card. */
export type FreezeNote = Omit<Note, "subject"> & {
  isYours: boolean;
  /** How many there are since the freeze. */
  total: number;
};

/** In place of a note that was encrypted with a secret that is lost. */
export const UNREADABLE_NOTE =
  "We can’t decrypt this note: it was encrypted with a secret that this server doesn’t have.";

export const NOTE_EXCERPT_CHARACTERS = 140;

/** A note's first words, on one line. */
export function noteExcerpt(body: string): string {
  const line = body.replace(/\s+/g, " ").trim();
  if (line.length <= NOTE_EXCERPT_CHARACTERS) return line;
  const start = line.slice(0, NOTE_EXCERPT_CHARACTERS + 1);
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : start.slice(0, -1)}…`;
}

/** `card:9f1c…` is `card` and `9f1c…`. */
export function splitSubject(subject: string): { kind: "card" | "customer"; id: string } {
  const colon = subject.indexOf(":");
  return {
    kind: subject.slice(0, colon) === "customer" ? "customer" : "card",
    id: subject.slice(colon + 1),
  };
}
