/** What was done, and what was undone since: both with the newest last. */
export type History<Entry> = { done: readonly Entry[]; undone: readonly Entry[] };

const MAX_ENTRIES = 200;

export function emptyHistory<Entry>(): History<Entry> {
  return { done: [], undone: [] };
}

/** What was undone before can't be redone after something else was done. */
export function record<Entry>({ done }: History<Entry>, entry: Entry): History<Entry> {
  return { done: [...done.slice(1 - MAX_ENTRIES), entry], undone: [] };
}

/** Null if there is nothing to undo. */
export function stepBack<Entry>(history: History<Entry>): { entry: Entry; history: History<Entry> } | null {
  const entry = history.done.at(-1);
  if (entry === undefined) return null;
  return { entry, history: { done: history.done.slice(0, -1), undone: [...history.undone, entry] } };
}

/** Null if there is nothing to redo. */
export function stepForward<Entry>(
  history: History<Entry>,
): { entry: Entry; history: History<Entry> } | null {
  const entry = history.undone.at(-1);
  if (entry === undefined) return null;
  return { entry, history: { done: [...history.done, entry], undone: history.undone.slice(0, -1) } };
}
