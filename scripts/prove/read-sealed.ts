import type pg from "pg";
import { rowContext, unseal, unsealText } from "@/lib/db/seal";
import { nameOf, SEALED_COLUMNS, type SealedColumn } from "@/lib/db/sealed-columns";
import { type Env, readEnv } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { openChunk } from "@/lib/reports/chunk-content";
import { AUTH_SECRET } from "./world";

type Row = { value: string | Buffer; bound: string[] };

/** The content of every encrypted column, decrypted with the world's secret. Throws if one can't be. */
export async function readSealed(pool: pg.Pool): Promise<Record<string, string[]>> {
  processWide<Env>("env").current = readEnv({ NODE_ENV: "production", NEXTAUTH_SECRET: AUTH_SECRET });
  const contents: Record<string, string[]> = {};
  for (const column of SEALED_COLUMNS) {
    const { rows } = await pool.query<Row>(
      `select ${column.column} as value, array[${column.boundTo.map((name) => `${name}::text`).join(", ")}]::text[] as bound
       from ${column.table} where ${column.column} is not null`,
    );
    contents[nameOf(column)] = await Promise.all(rows.map((row) => open(column, row)));
  }
  return contents;
}

async function open(column: SealedColumn, { value, bound }: Row): Promise<string> {
  const opened = typeof value === "string" ? openText(column, value, bound) : await openBytes(value, bound);
  if (opened === null) throw new Error(`${nameOf(column)} can't be decrypted`);
  return opened;
}

function openText(column: SealedColumn, value: string, bound: string[]): string | null {
  const context = bound.length > 0 ? rowContext(nameOf(column), ...bound) : "";
  if (column.kind === "text") return unsealText(value, context);
  const opened = unseal(value, context);
  return opened === null ? null : JSON.stringify(opened);
}

/** The only column of this kind holds the chunks of reports. */
async function openBytes(value: Buffer, [fileId = "", number = ""]: string[]): Promise<string> {
  return (await openChunk(fileId, Number(number), value)).toString();
}
