import { clearUnsentNotes } from "./unsent-notes";

let hasEnded = false;

/** From then on nothing may keep the page open, because it shows what only a signed-in person may see. */
export function hasSessionEnded(): boolean {
  return hasEnded;
}

/** After a sign-out. A full page load, so that no data stays in memory. */
export function leaveSignedOut(): void {
  hasEnded = true;
  clearUnsentNotes();
  window.location.assign("/login");
}

/** Reloads the page: it redirects to the sign-in page, and no data stays in memory. */
export function reloadSignedOut(): void {
  hasEnded = true;
  clearUnsentNotes();
  window.location.reload();
}
