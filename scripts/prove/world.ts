import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Dashboard, launchDashboard } from "@/e2e/fixtures/dashboard";
import { Sandbox } from "@/e2e/fixtures/sandbox";
import type { ResetRequest } from "@/e2e/fixtures/sandbox-types";
import { setDatabase } from "@/lib/db/database";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";
import { openDatabase } from "@/lib/postgres/open-database";
import { startNode } from "@/scripts/bench/programs";
import { bundlePaths } from "@/scripts/bundle.mjs";
import { startPostgres } from "@/scripts/embedded-postgres";
import { findFreePorts } from "@/scripts/ports.mjs";

const ROOT = join(import.meta.dirname, "..", "..");

export type Engine = "PGlite" | "PostgreSQL";
/** A short run measures the default engine only. */
export function enginesOf(isShort: boolean): readonly Engine[] {
  return isShort ? ["PGlite"] : ["PGlite", "PostgreSQL"];
}

export const AUTH_SECRET = "the secret of the proof run, long enough";

export type World = Awaited<ReturnType<typeof openWorld>>;

type WorldOptions = { engine?: Engine; program?: ResetRequest; env?: Record<string, string> };

/** The sandbox as a process of its own, and a dashboard that can be stopped, killed and started again. */
export async function openWorld({ engine = "PGlite", program, env = {} }: WorldOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-proof-"));
  const [port = 0, sandboxPort = 0] = await findFreePorts(2);
  const origin = `http://localhost:${port}`;
  const postgres = engine === "PostgreSQL" ? await startPostgres() : null;
  const issuer = await startNode([bundlePaths(ROOT).sandbox], {
    cwd: ROOT,
    env: {
      SANDBOX_PORT: String(sandboxPort),
      PORT: String(port),
      DATA_DIR: folder,
      SANDBOX_WEBHOOK_URL: `${origin}/api/webhooks/issuer`,
      LOG_LEVEL: "error",
      ...env,
    },
    readyUrl: `http://localhost:${sandboxPort}/sandbox/health`,
  });
  const sandbox = new Sandbox({ url: `http://localhost:${sandboxPort}`, apiKey: DEMO_API_KEY });
  if (program) await sandbox.reset(program);
  const running = new Set<Dashboard>();
  const launch = async (extraEnv: Record<string, string> = {}) => {
    const dashboard = await launchDashboard({
      port,
      env: {
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: folder,
        NEXTAUTH_SECRET: AUTH_SECRET,
        LOG_LEVEL: "error",
        ...(postgres ? { DATABASE_URL: postgres.url } : {}),
        ...env,
        ...extraEnv,
      },
    });
    running.add(dashboard);
    return dashboard;
  };
  return {
    engine,
    origin,
    sandbox,
    sandboxPort,
    issuer,
    folder,
    databaseUrl(): string {
      if (!postgres) throw new Error("PGlite has no address.");
      return postgres.url;
    },
    async start(extraEnv: Record<string, string> = {}): Promise<Dashboard> {
      const { ready, ...dashboard } = await launch(extraEnv);
      await ready;
      return dashboard;
    },
    /** Starts the dashboard and kills it after this time, often before it is ready. */
    async startAndKill(afterMs: number): Promise<{ wasReady: boolean }> {
      const { ready, kill } = await launch();
      let wasReady = false;
      const ended = ready.then(
        () => {
          wasReady = true;
        },
        () => undefined,
      );
      await sleep(afterMs);
      const wasReadyBefore = wasReady;
      await kill();
      await ended;
      return { wasReady: wasReadyBefore };
    },
    /** PGlite can only be read while no dashboard runs. */
    async readDatabase<Value>(read: (pool: pg.Pool) => Promise<Value>): Promise<Value> {
      const database = await openDatabase(
        postgres ? { url: postgres.url } : { folder: join(folder, "dashboard") },
      );
      setDatabase(database);
      try {
        return await read(database.pool);
      } finally {
        await database.close();
      }
    },
    async close() {
      for (const dashboard of running) await dashboard.stop();
      await issuer.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `use` and always removes the world. */
export async function withWorld<Value>(
  options: WorldOptions,
  use: (world: World) => Promise<Value>,
): Promise<Value> {
  const world = await openWorld(options);
  try {
    return await use(world);
  } finally {
    await world.close();
  }
}

/** Resident memory in MB. */
export function memoryMb(pid: number): number {
  return Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) / 1024);
}

/** Open files and sockets. */
export function countHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
