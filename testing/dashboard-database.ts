import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, setDatabase } from "@/lib/db/database";
import { MIGRATIONS } from "@/lib/db/migrations";
import { env } from "@/lib/env";
import type { Database } from "@/lib/postgres/database";
import { processWide } from "@/lib/process-wide";
import { openTestDatabase } from "./database";

/** The dashboard's database on the engine under test. */
export async function openTestDashboard(): Promise<Database & { close(): Promise<void> }> {
  process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "cardwell-dashboard-"));
  process.env.LOG_LEVEL = "silent";
  const database = await openTestDatabase({ name: "dashboard", migrations: MIGRATIONS });
  setDatabase(database);
  return { ...database, close: closeDatabase };
}

/** Continues like a server that was started with these secrets. */
export function useSecrets(current: string, previous: string[] = []): void {
  const slot = processWide<ReturnType<typeof env>>("env");
  slot.current = { ...env(), authSecret: current, previousSecrets: previous };
}
