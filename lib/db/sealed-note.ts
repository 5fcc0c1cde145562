import "server-only";
import { rowContext, sealText, unsealText } from "./seal";

export function sealNote(id: string, body: string): string {
  return sealText(body, contextOf(id));
}

/** Returns null if the note was altered or no configured secret can decrypt it. */
export function unsealNote(id: string, sealed: string): string | null {
  return unsealText(sealed, contextOf(id));
}

function contextOf(id: string): string {
  return rowContext("notes.body", id);
}
