import "server-only";
import { subscribe as onDiagnostics } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { arrangeDemoPeople } from "@/lib/auth/people";
import { database } from "@/lib/db/database";
import { SettingError } from "@/lib/domain/settings";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { closeStreams } from "@/lib/events/stream-hub";
import { log } from "@/lib/log";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { pruneJob } from "./prune";
import { startJobs, stopJobs } from "./queue";
import { settleOperationsJob } from "./settle-operations";

const shared = globalThis as typeof globalThis & { cardwellStarted?: boolean };

/** Everything that must stand before the first request: settings, database, people, jobs. */
export async function startDashboard(): Promise<void> {
  if (shared.cardwellStarted) return;
  shared.cardwellStarted = true;
  try {
    if (!env().trustProxy) preferSocketAddresses();
    await database();
    await arrangeDemoPeople(env().mode);
    await startJobs([pruneJob, settleOperationsJob]);
  } catch (error) {
    if (error instanceof SettingError || error instanceof FolderInUseError) {
      console.error(error.message);
      process.exit(1);
    }
    throw error;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stopDashboard);
  log().info({ mode: env().mode }, "the dashboard is ready");
}

/** Next itself finishes the requests under way and then ends the process; streams would never end by themselves. */
async function stopDashboard(): Promise<void> {
  closeStreams();
  await Promise.allSettled([stopJobs(), closeBus()]);
}

/**
 * Next passes x-forwarded-for on as the caller wrote it. Without a proxy in front that sets it, the only
 * address worth counting attempts by is the socket's own.
 */
function preferSocketAddresses(): void {
  onDiagnostics("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "unknown";
  });
}
