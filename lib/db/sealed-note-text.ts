import "server-only";
import { sealText, unsealText } from "./seal";

/** Shown instead of a note that no configured secret can decrypt. */
const UNREADABLE = "This note can’t be decrypted.";

/**
 * A note of a rule or an exception. It isn't bound to its row, because SQL copies it from a rule to what the rule
 * explains; an empty one stays empty.
 */
export function sealNoteText(note: string): string {
  return note === "" ? "" : sealText(note, "");
}

export function unsealNoteText(sealed: string): string {
  return unsealText(sealed, "") ?? UNREADABLE;
}
