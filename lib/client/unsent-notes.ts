"use client";

/** In memory alone: a note is about a cardholder, and what a browser stores outlives the session. */
const notes = new Map<string, string>();

/** What was typed about a subject and not sent. It outlives the form, which may close in the middle of a call. */
export function unsentNote(subject: string): string {
  return notes.get(subject) ?? "";
}

/** Empty text is a note that was sent, or given up. While any note is left the browser asks before the page goes. */
export function keepUnsentNote(subject: string, text: string): void {
  if (text.trim() === "") notes.delete(subject);
  else notes.set(subject, text);
  // Only while needed: a page that listens for this is not kept for the Back button.
  if (notes.size > 0) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** For the end of a session, which must not wait for an answer. */
export function forgetUnsentNotes(): void {
  notes.clear();
  window.removeEventListener("beforeunload", askBeforeLeaving);
}

function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}
