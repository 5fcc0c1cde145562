import { z } from "zod";

export const FILE_LINK_LIFETIME_SECONDS = 300;

/** What the sandbox sends when a report is ready. */
export const FilesEvent = z
  .object({
    eventType: z.literal("files"),
    eventName: z.string(),
    data: z.object({
      reference_id: z.string(),
      link: z.string().meta({ description: "Download link; expires 5 minutes after it is issued" }),
      expireAt: z.int().meta({ description: "Unix seconds" }),
    }),
  })
  .meta({ id: "FilesEvent" });
export type FilesEvent = z.infer<typeof FilesEvent>;

/** A files event from an issuer whose field names the spec does not show. */
export type ReadFilesEvent = { referenceId: string | null; link: string; expiresAt: Date | null };

const REFERENCE_NAMES = ["reference_id", "referenceId", "reference", "requestId", "request_id"];
const LINK_NAMES = [
  "link",
  "url",
  "downloadUrl",
  "download_url",
  "downloadLink",
  "download_link",
  "fileUrl",
  "file_url",
];
const EXPIRY_NAMES = ["expireAt", "expire_at", "expiresAt", "expires_at", "expiry", "expiration"];
const TYPE_NAMES = ["eventType", "event_type", "type"];

/** Reads a files event whatever the usual names and depth of its fields; null for anything else. */
export function readFilesEvent(body: unknown): ReadFilesEvent | null {
  const places = placesOf(body);
  if (find(places, TYPE_NAMES) !== "files") return null;
  const link = find(places, LINK_NAMES);
  if (typeof link !== "string" || link === "") return null;
  const reference = find(places, REFERENCE_NAMES);
  return {
    referenceId: typeof reference === "string" && reference !== "" ? reference : null,
    link,
    expiresAt: toInstant(find(places, EXPIRY_NAMES)),
  };
}

function placesOf(body: unknown): Record<string, unknown>[] {
  if (!isRecord(body)) return [];
  return [body.data, body.payload, body].filter(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function find(places: Record<string, unknown>[], names: string[]): unknown {
  for (const place of places) {
    for (const name of names) {
      if (Object.hasOwn(place, name) && place[name] != null) return place[name];
    }
  }
  return undefined;
}

function toInstant(value: unknown): Date | null {
  const millis =
    typeof value === "number"
      ? secondsOrMillis(value)
      : typeof value === "string"
        ? Date.parse(value)
        : Number.NaN;
  return Number.isFinite(millis) && Math.abs(millis) < 8.64e15 ? new Date(millis) : null;
}

// Unix seconds stay below 1e11 until the year 5138; anything larger is milliseconds.
function secondsOrMillis(value: number): number {
  return value < 1e11 ? value * 1000 : value;
}
