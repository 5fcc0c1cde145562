import "server-only";
import { rowContext, sealText, unsealText } from "./seal";

export function sealNote(id: string, body: string): string {
  return sealText(body, contextOf(id));
}

/** Null when it was sealed with a secret that this server does not have, or altered. */
export function openNote(id: string, sealed: string): string | null {
  return unsealText(sealed, contextOf(id));
}

function contextOf(id: string): string {
  return rowContext("notes.body", id);
}
