import type { MinuteValues } from "./measures";

export const MINUTE_MS = 60_000;

/** One running copy of the dashboard. */
export type Instance = {
  id: string;
  host: string;
  pid: number;
  version: string;
  build: string;
  startedAt: string;
};

/** What one copy did in the minute that begins at `minute`. */
export type InstanceMinute = {
  instance: Instance;
  minute: string;
  /** When it was stored, by the clock of the database. */
  writtenAt: string;
  values: MinuteValues;
  /** The copy stopped after this, as it should. */
  isLast: boolean;
};

export function startOfMinute(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}
