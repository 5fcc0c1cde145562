import type { Role } from "@/lib/domain/people/permissions";
import type { Result } from "@/lib/domain/result";
import type { Name } from "./names";
import type { Act } from "./step";

/** A person's browser. `begunAt` is when they were told that they are signed in. */
export type Session = { cookie: string; begunAt: number };

export type Person = {
  id: string;
  /** The one that they begin with. */
  role: Role;
  /** In the order of the sign-ins: the last one is the one that they use. */
  sessions: Session[];
  /** Their authenticator app, and the last code of it that they gave. */
  app: { id: string; secret: string } | null;
  lastCode: string | null;
  recoveryCodes: string[];
  /** What the pages of requests show that they have left open, by the request's ID. */
  openPages: Map<string, string>;
};
export type People = Record<Name, Person>;

/** Of the newest session, or of an earlier one. Empty if there is none. */
export function cookieOf({ sessions }: Person, back = 0): string {
  return sessions.at(-1 - back)?.cookie ?? "";
}

/** What the person was told; null if there was no response or an error page. */
export type Answer = {
  sentAt: number;
  /** The session that it was sent with; another one after a new sign-in. */
  cookie: string;
  at: number;
  dashboard: number;
  result: Result<unknown> | null;
};

/** One decision of a person, and what they were told about it. */
export type Intent = {
  operationId: string;
  person: Name;
  act: Act;
  /** Null for a create. */
  cardId: string | null;
  /** The request that a decision is about. */
  about: Intent | null;
  /** The one-time code that the person gives. */
  code: string | null;
  /** The session that it ends, if that is another one than its own. */
  endedCookie: string | null;
  /** Null for the person's newest session, whichever that is. */
  cookie: string | null;
  begunAt: number;
  /** How often it was sent: a double click, or after no response. */
  sent: number;
  answers: Answer[];
  /** The first intent, if the person was told that it is safe to try again, and did. */
  repeats: Intent | null;
};

/** What a card's page and the list showed right after a confirmed change, and the issuer's status around that. */
export type View = {
  intent: Intent;
  /** Null if the page couldn't read the issuer and said so. */
  shown: string | null;
  /** Null if a transaction was open. */
  listed: string | null;
  before: string | null;
  after: string | null;
  begunAt: number;
  endedAt: number;
};
