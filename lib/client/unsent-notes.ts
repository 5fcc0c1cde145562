"use client";

import { useSyncExternalStore } from "react";
import { newOperationId } from "./operation-id";

/** Unsent text about a subject, and the intent that all its forms and retries share. */
export type UnsentNote = {
  text: string;
  /** Null until the person chooses. */
  needsFollowUp: boolean | null;
  operationId: string;
};

const EMPTY_NOTE: UnsentNote = { text: "", needsFollowUp: null, operationId: "" };

/** Only in memory: notes contain personal data, and browser storage outlives the session. */
const notes = new Map<string, UnsentNote>();
const listeners = new Set<() => void>();

/** All forms for a subject share one note, which outlives a form that closes during a call. */
export function useUnsentNote(subject: string): UnsentNote {
  return useSyncExternalStore(
    subscribeToUnsentNotes,
    () => getUnsentNote(subject),
    () => EMPTY_NOTE,
  );
}

export function getUnsentNote(subject: string): UnsentNote {
  return notes.get(subject) ?? EMPTY_NOTE;
}

export function subscribeToUnsentNotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Empty text discards the note. While any note has text, the browser asks before the page unloads. */
export function saveUnsentNote(
  subject: string,
  { text, needsFollowUp = null }: Pick<UnsentNote, "text"> & Partial<UnsentNote>,
): void {
  const operationId = notes.get(subject)?.operationId ?? newOperationId();
  if (text === "" && needsFollowUp === null) notes.delete(subject);
  else notes.set(subject, { text, needsFollowUp, operationId });
  notifyListeners();
}

/** Removes a saved note but keeps text typed in the meantime; the next attempt is a new intent. */
export function settleUnsentNote(
  subject: string,
  { sent, isSaved }: { sent: UnsentNote; isSaved: boolean },
): void {
  const unsent = getUnsentNote(subject);
  notes.delete(subject);
  saveUnsentNote(subject, isSaved && unsent.text === sent.text ? EMPTY_NOTE : unsent);
}

/** For the end of a session, when nothing may block unloading. */
export function clearUnsentNotes(): void {
  notes.clear();
  notifyListeners();
}

function notifyListeners(): void {
  // A `beforeunload` listener keeps the page out of the back/forward cache.
  const hasUnsentText = [...notes.values()].some(({ text }) => text.trim() !== "");
  if (hasUnsentText) window.addEventListener("beforeunload", preventUnload);
  else window.removeEventListener("beforeunload", preventUnload);
  for (const listener of listeners) listener();
}

function preventUnload(event: Event): void {
  event.preventDefault();
}
