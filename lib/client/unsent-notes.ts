"use client";

import { useSyncExternalStore } from "react";
import { newOperationId } from "./operation-id";

/** What was typed about a subject and not sent, and the one intent that all its forms and tries share. */
export type UnsentNote = {
  text: string;
  /** Whether it asks a manager to follow up; null until that is chosen. */
  needsFollowUp: boolean | null;
  operationId: string;
};

const NOTHING: UnsentNote = { text: "", needsFollowUp: null, operationId: "" };

/** In memory alone: a note is about a cardholder, and what a browser stores outlives the session. */
const notes = new Map<string, UnsentNote>();
const listeners = new Set<() => void>();

/** One note per subject, the same in every form that shows it. It outlives a form that closes in the middle of a call. */
export function useUnsentNote(subject: string): UnsentNote {
  return useSyncExternalStore(
    watchUnsentNotes,
    () => unsentNote(subject),
    () => NOTHING,
  );
}

export function unsentNote(subject: string): UnsentNote {
  return notes.get(subject) ?? NOTHING;
}

export function watchUnsentNotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Empty text is a note that was given up. While any note is left the browser asks before the page goes. */
export function keepUnsentNote(
  subject: string,
  { text, needsFollowUp = null }: Pick<UnsentNote, "text"> & Partial<UnsentNote>,
): void {
  const operationId = notes.get(subject)?.operationId ?? newOperationId();
  if (text === "" && needsFollowUp === null) notes.delete(subject);
  else notes.set(subject, { text, needsFollowUp, operationId });
  tellListeners();
}

/** Once the server has answered: a kept note is gone, what was typed meanwhile stays, and the next try is a new intent. */
export function settleUnsentNote(
  subject: string,
  { sent, isKept }: { sent: UnsentNote; isKept: boolean },
): void {
  const unsent = unsentNote(subject);
  notes.delete(subject);
  keepUnsentNote(subject, isKept && unsent.text === sent.text ? NOTHING : unsent);
}

/** For the end of a session, which must not wait for an answer. */
export function forgetUnsentNotes(): void {
  notes.clear();
  tellListeners();
}

function tellListeners(): void {
  // Only while needed: a page that listens for this is not kept for the Back button.
  const isAnyLeft = [...notes.values()].some(({ text }) => text.trim() !== "");
  if (isAnyLeft) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
  for (const listener of listeners) listener();
}

function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}
