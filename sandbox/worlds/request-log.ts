import { AsyncLocalStorage } from "node:async_hooks";

export const MAX_REQUESTS = 200;
const MAX_CHANGES = 20;
const MAX_CHANGE_CHARACTERS = 300;

export type LoggedRequest = {
  /** Counts the requests of this world since the sandbox was started. */
  number: number;
  at: string;
  method: string;
  /** With the query. */
  path: string;
  /** Null if the connection was dropped. */
  status: number | null;
  durationMs: number;
  /** The type of the fault that it met. */
  fault: string | null;
  requestBody: string;
  /** What the caller was sent or, if the connection was dropped, would have been sent. */
  responseBody: string;
  changes: readonly string[];
};

/** The last requests of one world, in memory only. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #last = 0;

  add(request: Omit<LoggedRequest, "number">): void {
    this.#last += 1;
    this.#requests.push({ number: this.#last, ...request });
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
  }

  /** Those with a higher number, and the numbers of the oldest one that is kept and of the last one ever. */
  since(number: number): { oldest: number; last: number; requests: LoggedRequest[] } {
    const requests = this.#requests.filter((request) => request.number > number);
    return { oldest: this.#requests[0]?.number ?? this.#last + 1, last: this.#last, requests };
  }

  clear(): number {
    const cleared = this.#requests.length;
    this.#requests = [];
    return cleared;
  }
}

/** What is found out about a request while it is handled. */
export type RequestNotes = {
  body: string;
  fault: string | null;
  /** Before a fault spoiled it. */
  response: Response | null;
  changes: string[];
};

const current = new AsyncLocalStorage<RequestNotes>();

/** Runs the handler; whatever it notes belongs to this request, however many run at the same time. */
export async function takeNotes(handle: () => Promise<void>): Promise<RequestNotes> {
  const notes: RequestNotes = { body: "", fault: null, response: null, changes: [] };
  await current.run(notes, handle);
  return notes;
}

export function note(found: Partial<Omit<RequestNotes, "changes">>): void {
  const notes = current.getStore();
  if (notes) Object.assign(notes, found);
}

export function noteChanges(changes: readonly string[]): void {
  const notes = current.getStore();
  if (!notes) return;
  notes.changes.push(...changes.slice(0, MAX_CHANGES + 1 - notes.changes.length).map(cut));
  if (notes.changes.length > MAX_CHANGES) notes.changes[MAX_CHANGES] = "and more";
}

/** A webhook address may be as long as a request. */
function cut(sentence: string): string {
  if (sentence.length <= MAX_CHANGE_CHARACTERS) return sentence;
  // A slice alone would keep the whole text in memory.
  return `${Buffer.from(sentence.slice(0, MAX_CHANGE_CHARACTERS)).toString()}…`;
}
