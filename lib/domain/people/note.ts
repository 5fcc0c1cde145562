export const NOTE_MAX_CHARACTERS = 2000;

/** A note on a card or a customer. */
export type Note = {
  id: string;
  /** `card:<id>` or `customer:<id>`, which is also the topic for its changes. */
  subject: string;
  /** Null if it can't be decrypted. */
  body: string | null;
  /** The author's name. */
  person: string;
  /** ISO 8601. */
  at: string;
};

/** The note to read before unfreezing a card. */
export type FreezeNote = Omit<Note, "subject"> & {
  isYours: boolean;
  /** The number of notes since the freeze. */
  total: number;
};

/** Shown for a note that was encrypted with a lost secret. */
export const UNREADABLE_NOTE =
  "We can’t decrypt this note: it was encrypted with a secret that this server doesn’t have.";

export const NOTE_EXCERPT_CHARACTERS = 140;

/** On one line, cut at a word. */
export function noteExcerpt(body: string): string {
  const line = body.replace(/\s+/g, " ").trim();
  if (line.length <= NOTE_EXCERPT_CHARACTERS) return line;
  const start = line.slice(0, NOTE_EXCERPT_CHARACTERS + 1);
  const end = start.lastIndexOf(" ");
  return `${end > 0 ? start.slice(0, end) : start.slice(0, -1)}…`;
}

/** `card:9f1c…` → `card` and `9f1c…`. */
export function splitSubject(subject: string): { kind: "card" | "customer"; id: string } {
  const colon = subject.indexOf(":");
  return {
    kind: subject.slice(0, colon) === "customer" ? "customer" : "card",
    id: subject.slice(colon + 1),
  };
}
