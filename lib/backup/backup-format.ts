import "server-only";
import { z } from "zod";
import { BackupError } from "./backup-error";

// A backup is a gzip file of JSON lines: the header, then each table's name followed by its rows, then the trailer.

export const FORMAT = "cardwell-backup";
export const FORMAT_VERSION = 1;

const Table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  takenAt: z.iso.datetime(),
  /** In the order in which they were applied. Old ones may have no checksum. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).min(1),
  issuer: z.object({ mode: z.enum(["sandbox", "live"]), origin: z.string() }).nullable(),
  /** The chain's last entry, and why the chain was broken if it was. */
  audit: z.object({ seq: z.number(), hash: z.string(), why: z.string().nullable() }),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), value: z.string(), isCalled: z.boolean() }),
  ),
  tables: z.array(Table).min(1),
});

export const Trailer = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
  /** The keys that encrypted values need. */
  keyIds: z.array(z.string()),
  /** Of all lines before this one. */
  sha256: z.string(),
});

export type Table = z.infer<typeof Table>;
export type Header = z.infer<typeof Header>;
export type Trailer = z.infer<typeof Trailer>;

/** Each value in PostgreSQL's text form, in the order of the table's columns. */
export type Row = (string | null)[];
export const Row = z.array(z.string().nullable());

export type Part = { table: string } | { rows: Row[] };

/** What can be loaded into an empty database: a backup file, or another database. */
export type Source = {
  header: Header;
  /** Can be read again from the beginning. */
  parts(): AsyncIterable<Part>;
};

export function parseHeader(line: unknown): Header {
  const kind = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(line);
  if (!kind.success) throw new BackupError("This file is not a backup of Cardwell.");
  if (kind.data.version > FORMAT_VERSION)
    throw new BackupError(
      "This backup was written by a newer version of Cardwell. Restore it with that one.",
    );
  const header = Header.safeParse(line);
  if (!header.success) throw new BackupError("This backup is damaged: its header can’t be read.");
  return header.data;
}
