import { z } from "zod";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { Check, EventTotal } from "./day-result";
import type { ExceptionKind, ExceptionReason, ExceptionState } from "./exception";

export const REOPEN_REASON_MAX_CHARACTERS = 500;

/** With more than these, a period isn't ready to be signed off, and they couldn't be kept with it. */
export const MAX_EXCEPTIONS_LEFT = 10_000;

/** Identifies the evidence that a page showed. */
export const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/);

/** The keys of the open points that a person ticked (open-points.ts). */
export const Acknowledged = z.array(z.string().max(2_000)).max(5_000);

/** A report file that the comparison used, with the hash of the issuer's original. */
export type SignedFile = { type: string; date: IsoDate; sha256: string };

export type ExceptionLeft = {
  id: string;
  kind: ExceptionKind;
  day: IsoDate;
  transactionId: string | null;
  state: ExceptionState;
  reason: ExceptionReason | null;
  currency: string | null;
  difference: string | null;
};

/** Only those that don't agree. Without a day, it is the month's own. */
export type OpenCheck = Pick<Check, "name" | "outcome" | "currency"> & { day: IsoDate | null };

/**
 * What a sign-off is over. Not in it: transactions whose settlement isn't due yet, because every later file changes
 * their number.
 */
export type SignOffEvidence = {
  files: SignedFile[];
  /** How a person mapped the columns of these files; empty if they were recognized. */
  mappings: { type: string; version: number }[];
  /** How many days were compared. */
  days: number;
  matched: number;
  rows: number;
  /** What the files say. */
  events: EventTotal[];
  /** The same, by our amounts, with refunds subtracted. */
  records: { currency: string; amount: string }[];
  checks: OpenCheck[];
  exceptionsLeft: ExceptionLeft[];
};

/** Null where there was or is nothing. */
export type SignOffChange = { name: string; before: string | null; after: string | null };

export type SignOff = {
  id: string;
  person: string;
  /** Null if no second person was needed. */
  secondPerson: string | null;
  signedAt: string;
  evidence: SignOffEvidence;
  /** What changed since; null while it holds. */
  stale: { since: string; changes: SignOffChange[] } | null;
  /** By whom and why it ended; null while it stands. */
  reopened: { at: string; by: string; reason: string } | null;
};
