import { isIsoDate } from "./calendar";

/** The issuer's timestamps: `2026-11-15T14:03:22+0000`. */
export type Timestamp = string;

const TIMESTAMP = /^((\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2})(\.\d+)?(Z|([+-])(\d{2}):?(\d{2}))$/;

export function formatTimestamp(instant: Date): Timestamp {
  return `${instant.toISOString().slice(0, 19)}+0000`;
}

/**
 * The only parser of the issuer's timestamps: `+0000` has no colon, which some browsers' `Date` rejects. Other ISO
 * 8601 offsets are accepted too, because issuers may differ.
 */
export function parseTimestamp(text: string): Date | null {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return null;
  const [, local, date = "", fraction = "", zone, sign, hours, minutes] = parts;
  // `Date` would read 30 February as 2 March.
  if (!isIsoDate(date)) return null;
  const offset = zone === "Z" ? "Z" : `${sign}${hours}:${minutes}`;
  const instant = new Date(`${local}${fraction}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
