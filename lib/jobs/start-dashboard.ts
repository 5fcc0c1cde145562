import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { findProxyMisconfiguration, sanitizeForwardedHeaders } from "@/lib/auth/client-address";
import { endPasswordSessions, findBreakGlassProblem } from "@/lib/auth/password-rule";
import { seedDemoPeople } from "@/lib/auth/people";
import { refuseRequests } from "@/lib/auth/refuse-requests";
import { seedFactorPolicies } from "@/lib/auth/second-factor/factor-policy";
import { requireHttps } from "@/lib/auth/transport-security";
import { offerBackups, stopOfferingBackups } from "@/lib/backup/backup-socket";
import { database } from "@/lib/db/database";
import { claimDatabase, ForeignDatabaseError, identityOf } from "@/lib/db/issuer-identity";
import { MovedDatabaseError } from "@/lib/db/moved-folder";
import { UnfinishedLoadError } from "@/lib/db/unfinished-load";
import { SettingError } from "@/lib/domain/settings/settings";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { closeStreams } from "@/lib/events/stream-hub";
import { log } from "@/lib/log";
import { logConsole } from "@/lib/logging/console-log";
import { logRequests } from "@/lib/logging/request-log";
import type { Database } from "@/lib/postgres/database";
import { FolderInUseError } from "@/lib/postgres/folder-lock";
import { MigrationError } from "@/lib/postgres/migrate";
import { DatabaseUnreachableError } from "@/lib/postgres/open-database";
import { EncodingError } from "@/lib/postgres/require-utf8";
import { restrictDataFolder } from "@/lib/postgres/restrict-data-folder";
import { withAdvisoryLock } from "@/lib/postgres/with-advisory-lock";
import { processWide } from "@/lib/process-wide";
import { tracer } from "@/lib/tracing/span";
import { holdExit } from "./hold-exit";
import { probeIssuer } from "./probe-issuer";
import { releaseLeases } from "./release-leases";
import { serveCompressedFiles } from "./serve-compressed-files";

const PROBE_WAIT_MS = 2_000;
/** Without a request, background work starts after this long. */
const MAX_BACKGROUND_DELAY_MS = 5_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Less than what a package, systemd, or Docker gives the process. */
const STOP_TIMEOUT_MS = 8_000;
const START_LOCK_KEY = 7_203_115;

const slot = processWide<boolean>("is-started");
/** `server.js` of a package reads it. */
const ready = processWide<boolean>("is-ready");
const stopping = new AbortController();
let backgroundStart: Promise<void> | undefined;

/** Prepares everything that the first request needs: settings, database, people. Background work starts afterward. */
export async function startDashboard(): Promise<void> {
  if (slot.current) return;
  slot.current = true;
  try {
    sanitizeForwardedHeaders(env().trustedProxies, env().publicUrl.host);
    requireHttps(env().publicUrl);
    refuseRequests();
    if (env().metricsToken !== null) (await import("@/lib/metrics/registry")).openRegistry();
    const { otlpEndpoint } = env();
    if (otlpEndpoint !== null) (await import("@/lib/tracing/tracer")).openTracer(otlpEndpoint);
    logRequests();
    if (process.env.NODE_ENV === "production") await serveCompressedFiles();
    const proxyWarning = findProxyMisconfiguration(env());
    if (proxyWarning) log().warn(proxyWarning);
    for (const { path, was, error } of await restrictDataFolder(env().dataDir))
      log().warn(
        { path, was, error },
        error
          ? "Other users of this machine can read this path, and its permissions could not be changed: restrict it to its owner"
          : "Other users of this machine could read this path; it is now restricted to its owner",
      );
    await serialized(async (db) => {
      await claimDatabase(db.pool, identityOf(env()));
      await seedDemoPeople(env().mode);
      await seedFactorPolicies(env().mode);
      const endedSessions = await endPasswordSessions(db.pool);
      const problem = await findBreakGlassProblem(db.pool);
      if (problem) log().warn(problem);
      if (endedSessions > 0) log().info({ endedSessions }, "Passwords are off: ended sessions that used one");
      if (db.engine === "pglite") await releaseLeases(db.pool);
    });
    await offerBackups(await database(), env().database);
    // A slow issuer must not delay the start; its response is logged when it arrives.
    if (env().mode === "live")
      await Promise.race([probeIssuer(), pause(PROBE_WAIT_MS, null, { ref: false })]);
  } catch (error) {
    // Without its database or settings the server could only return errors, so it doesn't start.
    exitWith(error);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => holdExit(stopDashboard(), STOP_TIMEOUT_MS));
  // In development Next's own error output shows the surrounding code, which is more useful than a log line.
  if (process.env.NODE_ENV === "production") logConsole();
  log().info({ mode: env().mode, host: hostname(), pid: process.pid }, "Dashboard ready");
  ready.current = true;
  backgroundStart = startBackgroundWork();
}

/**
 * After the first response: its code and the queue's tables take as long as everything that the first page needs. By
 * then requests are being served, so a failure is repeated instead of ending the process.
 */
async function startBackgroundWork(): Promise<void> {
  await Promise.race([firstResponse(), sleep(MAX_BACKGROUND_DELAY_MS)]);
  const started = new Set<object>();
  for (let retryMs = MIN_RETRY_MS; !stopping.signal.aborted; retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)) {
    try {
      const { BACKGROUND_WORK, JOBS, startJobs } = await loadBackgroundWork();
      await serialized(() => startJobs(JOBS));
      for (const work of BACKGROUND_WORK) {
        if (!started.has(work)) await work.start?.();
        started.add(work);
      }
      return;
    } catch (error) {
      if (stopping.signal.aborted) return;
      log().error({ err: error, retryMs }, "Could not start the background work");
      await sleep(retryMs);
    }
  }
}

const sleep = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

async function loadBackgroundWork() {
  return { ...(await import("./background-work")), ...(await import("./queue")) };
}

function firstResponse(): Promise<void> {
  const channel = "http.server.response.finish";
  return new Promise((resolve) => {
    const onFinish = () => {
      unsubscribe(channel, onFinish);
      resolve();
    };
    subscribe(channel, onFinish);
  });
}

/** Two instances that start on an empty database would create the same tables twice. */
async function serialized(prepare: (db: Database) => Promise<void>): Promise<void> {
  const opened = await database();
  await withAdvisoryLock(opened, START_LOCK_KEY, () => prepare(opened));
}

function exitWith(error: unknown): never {
  console.error(startErrorMessage(error));
  process.exit(1);
}

function startErrorMessage(error: unknown): string {
  if (error instanceof DatabaseUnreachableError) return `${error.message} Check DATABASE_URL.`;
  const isKnownError = [
    SettingError,
    FolderInUseError,
    MigrationError,
    ForeignDatabaseError,
    MovedDatabaseError,
    EncodingError,
    UnfinishedLoadError,
  ].some((kind) => error instanceof kind);
  const message =
    error instanceof Error
      ? error.message || ("code" in error ? String(error.code) : error.name)
      : String(error);
  return isKnownError ? message : `Could not start the dashboard: ${message}`;
}

/** Next finishes pending requests before it exits, but event streams never end on their own. */
async function stopDashboard(): Promise<void> {
  stopping.abort();
  closeStreams();
  stopOfferingBackups();
  await backgroundStart;
  const { BACKGROUND_WORK, stopJobs } = await loadBackgroundWork();
  await Promise.allSettled([...BACKGROUND_WORK.map((work) => work.stop?.()), stopJobs(), closeBus()]);
  await tracer.current?.close().catch(() => undefined);
}
