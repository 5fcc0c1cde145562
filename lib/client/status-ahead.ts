/** A status that is known before the page shows it. */
export type StatusAhead = {
  /** What the page showed when it became known; null once the page has caught up. */
  over: string | null;
  status: string;
};

/** What is left of it now that the page shows this status; null once the card has been changed by someone else. */
export function followPage<Ahead extends StatusAhead>(ahead: Ahead | null, shown: string): Ahead | null {
  if (ahead === null) return null;
  if (shown === ahead.status) return ahead.over === null ? ahead : { ...ahead, over: null };
  return shown === ahead.over ? ahead : null;
}
