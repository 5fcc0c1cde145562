import "server-only";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { findProxyMisconfiguration, sanitizeForwardedHeaders } from "@/lib/auth/client-address";
import { seedDemoPeople } from "@/lib/auth/people";
import { recordEndedFloodsJob } from "@/lib/auth/throttle-log";
import { startFeeder, stopFeeder } from "@/lib/card-index/feeder";
import { database } from "@/lib/db/database";
import { claimDatabase, ForeignDatabaseError, identityOf } from "@/lib/db/issuer-identity";
import { SettingError } from "@/lib/domain/settings";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { closeStreams } from "@/lib/events/stream-hub";
import { log } from "@/lib/log";
import { logConsole } from "@/lib/logging/console-log";
import { logRequests } from "@/lib/logging/request-log";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { inTurn } from "@/lib/postgres/in-turn";
import { MigrationError } from "@/lib/postgres/migrate";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";
import { tightenDataFolder } from "@/lib/postgres/tighten-data-folder";
import { processWide } from "@/lib/process-wide";
import { reportWorkJob } from "@/lib/reports/report-work-job";
import { resumeReportWork, stopReportWork } from "@/lib/reports/work";
import { probeIssuer } from "./probe-issuer";
import { pruneJob } from "./prune";
import { sendJob, startJobs, stopJobs } from "./queue";
import { resealJob } from "./reseal";
import { settleOperationsJob } from "./settle-operations";
import { VERIFY_AUDIT_JOB, verifyAuditJob } from "./verify-audit";

const PROBE_WAIT_MS = 2_000;
const START_LOCK_KEY = 7_203_115;

const slot = processWide<boolean>("is-started");

/** Everything that must stand before the first request: settings, database, people, jobs. */
export async function startDashboard(): Promise<void> {
  if (slot.current) return;
  slot.current = true;
  try {
    sanitizeForwardedHeaders(env().trustedProxies, env().publicUrl.host);
    logRequests();
    const proxyMistake = findProxyMisconfiguration(env());
    if (proxyMistake) log().warn(proxyMistake);
    for (const { path, was, error } of await tightenDataFolder(env().dataDir))
      log().warn(
        { path, was, error },
        error
          ? "Other users of this machine can read this path, and its permissions could not be changed: restrict it to its owner"
          : "Other users of this machine could read this path; it is now restricted to its owner",
      );
    // Two dashboards that start at once on an empty database would make the same tables twice.
    const opened = await database();
    await inTurn(opened, START_LOCK_KEY, async () => {
      await claimDatabase(opened.pool, identityOf(env()));
      await seedDemoPeople(env().mode);
      await startJobs([
        pruneJob,
        recordEndedFloodsJob,
        resealJob,
        settleOperationsJob,
        reportWorkJob,
        verifyAuditJob,
      ]);
      await sendJob(VERIFY_AUDIT_JOB, {});
      // The secret may be a new one: what the previous one has sealed does not wait for the next minute.
      await sendJob(resealJob.name, {});
    });
    startFeeder();
    await resumeReportWork();
    // A slow issuer must not hold the start up: its answer is told when it comes.
    if (env().mode === "live")
      await Promise.race([probeIssuer(), pause(PROBE_WAIT_MS, null, { ref: false })]);
  } catch (error) {
    // A server without its database or its settings would only answer errors: better none than that.
    console.error(sentenceOf(error));
    process.exit(1);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stopDashboard);
  // In development Next shows errors with the code around them, which is of more use there than a log line.
  if (process.env.NODE_ENV === "production") logConsole();
  log().info({ mode: env().mode, host: hostname(), pid: process.pid }, "Dashboard ready");
}

function sentenceOf(error: unknown): string {
  if (error instanceof DatabaseUnreachableError) return `${error.message} Check DATABASE_URL.`;
  const isOurs = [SettingError, FolderInUseError, MigrationError, ForeignDatabaseError].some(
    (kind) => error instanceof kind,
  );
  const message =
    error instanceof Error
      ? error.message || ("code" in error ? String(error.code) : error.name)
      : String(error);
  return isOurs ? message : `Could not start the dashboard: ${message}`;
}

/** Next itself finishes the requests under way and then ends the process; streams would never end by themselves. */
async function stopDashboard(): Promise<void> {
  closeStreams();
  await Promise.allSettled([stopFeeder(), stopReportWork(), stopJobs(), closeBus()]);
}
