import { z } from "zod";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

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

/** A files event from any issuer, because the spec doesn't show the field names. */
export type ParsedFilesEvent = { referenceId: string | null; link: string; expiresAt: Date | null };

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

/** Accepts the common names and nesting of the fields; null if it is not a files event. */
export function toFilesEvent(body: unknown): ParsedFilesEvent | null {
  const containers = containersOf(body);
  if (eventTypeOf(containers) !== "files") return null;
  const link = valuesOf(containers, LINK_NAMES).find(isFilledText);
  if (link === undefined) return null;
  const instants = valuesOf(containers, EXPIRY_NAMES).map(toInstant);
  return {
    referenceId: valuesOf(containers, REFERENCE_NAMES).find(isFilledText) ?? null,
    link,
    expiresAt: instants.find((instant) => instant !== null) ?? null,
  };
}

/** Null also if the text is not JSON. */
export function parseFilesEvent(text: string): ParsedFilesEvent | null {
  try {
    return toFilesEvent(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The most specific name wins, then the outermost object, because `data` may have its own `type`: the report's. */
function eventTypeOf(containers: Record<string, unknown>[]): string | undefined {
  const outermostFirst = containers.toReversed();
  return TYPE_NAMES.flatMap((name) => valuesOf(outermostFirst, [name])).find(isFilledText);
}

function containersOf(body: unknown): Record<string, unknown>[] {
  if (!isRecord(body)) return [];
  return [body.data, body.payload, body].filter(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Ordered by object, then by name. */
function valuesOf(containers: Record<string, unknown>[], names: string[]): unknown[] {
  return containers.flatMap((container) =>
    names.filter((name) => Object.hasOwn(container, name)).map((name) => container[name]),
  );
}

function toInstant(value: unknown): Date | null {
  if (typeof value === "number") return fromUnix(value);
  if (typeof value !== "string") return null;
  return /^\d+$/.test(value) ? fromUnix(Number(value)) : parseTimestamp(value);
}

function fromUnix(value: number): Date | null {
  const instant = new Date(secondsOrMillis(value));
  return Number.isNaN(instant.getTime()) ? null : instant;
}

// Unix seconds stay below 1e11 until the year 5138; anything larger is milliseconds.
function secondsOrMillis(value: number): number {
  return value < 1e11 ? value * 1000 : value;
}
