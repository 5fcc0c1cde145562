import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import type { DisagreementKind } from "@/lib/domain/settings/disagreements";
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { readEnv } from "@/lib/env";
import { receiveWebhook } from "@/lib/events/webhook-receiver";
// Imported in advance: the dashboard loads them later, which takes real time.
import "@/lib/jobs/background-work";
import "@/lib/jobs/queue";
import { startDashboard } from "@/lib/jobs/start-dashboard";
import { createLog } from "@/lib/log";
import { instanceMinutesWork } from "@/lib/metrics/minutes/instance-minutes-work";
import { createApp } from "@/sandbox/app";
import type { StoredCard } from "@/sandbox/store/records";
import { copyState, type WorldState } from "@/sandbox/store/state";
import { signedHeaders } from "@/sandbox/webhooks/post-webhook";
import type { World as Program } from "@/sandbox/worlds/world";
import { Worlds } from "@/sandbox/worlds/worlds";
import { DatabaseEngine } from "./edges/database-engine";
import { luckOf, seedProductLuck } from "./edges/luck";
import { crash, createMachine, type Machine, pause, runOn, unpause } from "./edges/machines";
import { type Call, type Fate, Network, type Server } from "./edges/network";
import { serveDatabase } from "./edges/postgres";
import type { RestorableDatabase } from "./edges/restorable-database";
import { settle } from "./edges/settle";
import { time } from "./edges/virtual-time";
import type { Forgery, Step } from "./step";

// What a process measures of itself, such as its memory, is never the same twice.
delete instanceMinutesWork.start;

/** What both programs know when a seed begins. */
export type Databases = {
  /** Migrated once and restored for each seed. */
  dashboard: RestorableDatabase;
  /** Null for an empty world. */
  issuer: WorldState | null;
};

const LEASE_UPDATE = Buffer.from("update index_lease set holder");

const ISSUER_HOST = "localhost:4010";
export const ISSUER_URL = `http://${ISSUER_HOST}`;
/** The day on which the first cards were issued and used (prepare-databases.ts). */
export const SETTLED_DAY = "2026-03-02";
const PUBLIC_HOST = "localhost:3000";
export const DASHBOARD_SECRET = "a secret of the simulated dashboards, 32 bytes or more";
const SETTINGS = {
  DATABASE_URL: "postgres://postgres@dashboard.test/dashboard",
  NEXTAUTH_SECRET: DASHBOARD_SECRET,
  // The index makes fewer background calls, so that a simulated minute takes less time.
  INDEX_CALLS_PER_SECOND: "4",
  CARD_API_TIMEOUT_MS: "3000",
  LOG_LEVEL: "debug",
  LOG_FORMAT: "json",
  DATA_DIR: mkdtempSync(join(tmpdir(), "cardwell-simulator-")),
};
const ISSUER_CONFIG = {
  apiKey: DEMO_API_KEY,
  currency: "USD",
  // Small, so that the lists and exports have several pages.
  pageSize: 4,
  reportDelayMs: 1_500,
  webhook: { url: `http://${PUBLIC_HOST}/api/webhooks/issuer`, secret: DEMO_WEBHOOK_SECRET, retryMs: 1_000 },
};

/** Twice as long as a signature is valid. */
const REPLAYED_AFTER_MS = 600_000;

/** A supervisor's delay before it starts an ended process again. */
const RESTART_MS = 1_000;

/** The dashboards, the issuer, and everything between them. */
export class World {
  readonly issuer = createMachine("issuer");
  readonly dashboards: Machine[] = [];
  readonly databases: { dashboard: DatabaseEngine };
  readonly network: Network;
  /** All machines so far, crashed ones too. */
  readonly machines: Machine[] = [this.issuer];
  /** Each time an instance got or renewed the lease of the card index. */
  readonly leaseGrants: { holder: Machine; at: number }[] = [];
  /** By dashboard. */
  clockOffsetsMs: readonly number[] = [];
  /** Null for the default. */
  sessionLimit: number | null = null;
  /** No more faults are to come. */
  isCalm = false;
  #nextReceiver = 0;
  #program: Program | null = null;

  private constructor(databases: World["databases"], network: Network) {
    this.databases = databases;
    this.network = network;
    network.isRecorded = (operationId) => databases.dashboard.hasCommitted(beginOf(operationId));
    databases.dashboard.onQuery = (holder, request, reply) => {
      if (Buffer.from(request).includes(LEASE_UPDATE) && Buffer.from(reply).includes("UPDATE 1"))
        this.leaseGrants.push({ holder, at: time.now });
    };
  }

  static async open(
    seed: number,
    { dashboard, issuer }: Databases,
    chooseFate: (call: Call) => Fate,
  ): Promise<World> {
    seedProductLuck(seed);
    const databases = {
      dashboard: new DatabaseEngine(dashboard, luckOf(seed, "database")),
    };
    serveDatabase("dashboard.test", databases.dashboard);
    const world = new World(databases, new Network(luckOf(seed, "network"), chooseFate));
    const { program, handle } = await driveUntilDone(runOn(world.issuer, null, () => openIssuer(issuer)));
    world.#program = program;
    world.network.serve(ISSUER_HOST, () => ({ machine: world.issuer, handle }));
    world.network.serve(PUBLIC_HOST, () => world.#findReceiver());
    return world;
  }

  /** Starts a dashboard, or replaces a crashed one. */
  startDashboard(index: number): Promise<void> {
    const machine = createMachine(`dashboard-${index + 1}`, this.clockOffsetsMs[index]);
    this.dashboards[index] = machine;
    this.machines.push(machine);
    const log = createLog(SETTINGS.LOG_LEVEL, { write: (line) => void machine.logLines.push(line) });
    const limit = this.sessionLimit === null ? {} : { SESSION_LIMIT: String(this.sessionLimit) };
    machine.slots.set("env", { current: readEnv({ NODE_ENV: "test", ...SETTINGS, ...limit }) });
    machine.slots.set("log", { current: log });
    machine.slots.set("password-checker", { current: createPasswordChecker() });
    machine.onExit = () =>
      void time.schedule(RESTART_MS, "start again", () => void this.startDashboard(index));
    return runOn(machine, null, startDashboard).catch((error) => {
      if (machine.isAlive) throw error;
    });
  }

  /** Every dashboard runs. */
  get isComplete(): boolean {
    return this.dashboards.every(({ isAlive }) => isAlive);
  }

  /** Reading would see what nobody else sees. */
  get isInTransaction(): boolean {
    return this.databases.dashboard.isInTransaction;
  }

  /** The issuer's own records. */
  issuedCards(): StoredCard[] {
    return [...(this.issuerState?.cards ?? [])];
  }

  get issuerState(): WorldState | null {
    return this.#program?.state ?? null;
  }

  crashDashboard(index: number): void {
    const machine = this.dashboards[index];
    if (machine?.isAlive) crash(machine);
  }

  /** Someone else sends a delivery in the issuer's name. */
  forgeWebhook(forgery: Forgery): void {
    const reference_id = this.network.calls.find(({ path }) => path.startsWith("/files/"))?.path ?? "unknown";
    const data = {
      reference_id,
      link: `${ISSUER_URL}/downloads/forged.csv`,
      expireAt: time.now / 1000 + 300,
    };
    const body = JSON.stringify({ eventType: "files", eventName: "file.ready", data });
    const { url, secret } = ISSUER_CONFIG.webhook;
    const headers = {
      "wrong-secret": () =>
        signedHeaders(`whsec_${btoa("another secret of 32 characters.")}`, "forged", body),
      unsigned: () => ({}),
      altered: () => signedHeaders(secret, "forged", body.replace("forged", "original")),
      replayed: () => signedHeaders(secret, "forged", body, new Date(time.now - REPLAYED_AFTER_MS)),
    }[forgery]();
    fetch(url, { method: "POST", body, headers }).catch(() => undefined);
  }

  disagree(kind: DisagreementKind | null): void {
    const disagreements = "/sandbox/disagreements";
    const asked = kind
      ? askIssuer(disagreements, { kind, day: SETTLED_DAY })
      : askIssuer(disagreements, null, "DELETE");
    asked.catch(() => undefined);
  }

  failDatabase(step: Extract<Step, { is: "database-fault" }>): void {
    const machine = this.dashboards[step.dashboard];
    if (machine) this.databases.dashboard.addFault(machine, step.fault, step.rate, step.forMs);
  }

  stallDatabase(index: number, forMs: number): void {
    const machine = this.dashboards[index];
    if (machine) this.databases.dashboard.stall(machine, forMs);
  }

  pauseDashboard(index: number, forMs: number): void {
    const machine = this.dashboards[index];
    if (!machine) return;
    // Whoever asks for it then waits for its queries.
    this.databases.dashboard.stall(machine, forMs);
    pause(machine);
    time.schedule(forMs, "unpause", () => unpause(machine));
  }

  async close(): Promise<void> {
    for (const machine of this.machines) if (machine.isAlive) crash(machine);
    await settle();
    // A listener of the process may hold a machine forever.
    for (const machine of this.machines) {
      machine.slots.clear();
      machine.logLines = [];
    }
  }

  /** A load balancer in front of the dashboards. */
  #findReceiver(): Server | null {
    const alive = this.dashboards.filter(({ isAlive }) => isAlive);
    const machine = alive[this.#nextReceiver++ % Math.max(1, alive.length)];
    return machine ? { machine, handle: receiveWebhook } : null;
  }
}

/** Only the rows of other transactions than the one that is open now. */
function beginOf(operationId: string): string {
  return `select 'found' from audit where operation_id = '${operationId}' and phase = 'begin'
    and xmin::text is distinct from (pg_current_xact_id_if_assigned()::xid)::text`;
}

/** Finds every password strong. The real one works in a thread, which takes real time (lib/auth/password-check.ts). */
function createPasswordChecker() {
  const pending: { resolve(check: { score: number; warning: null }): void }[] = [];
  const postMessage = () => queueMicrotask(() => pending.shift()?.resolve({ score: 4, warning: null }));
  return { pending, worker: { postMessage } };
}

async function openIssuer(state: WorldState | null): Promise<{ program: Program; handle: Server["handle"] }> {
  const initial = { scenario: "empty", seed: 1 } as const;
  const worlds = new Worlds({ config: ISSUER_CONFIG, folder: null, initial });
  const { defaultName } = worlds.keys;
  const program = await (state
    ? worlds.create(defaultName, async () => copyState(state))
    : worlds.open(defaultName));
  const app = createApp(worlds);
  return { program, handle: async (request) => app.fetch(request) };
}

/** Someone else than the dashboards. */
export function askIssuer(path: string, body: object | null, method = "POST"): Promise<Response> {
  return fetch(`${ISSUER_URL}${path}`, {
    method,
    headers: { [API_KEY_HEADER]: DEMO_API_KEY, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Lets events happen until `isDone` or the given time, and calls `afterEach` when all is quiet after one. */
export async function drive(
  isDone: () => boolean,
  endAt: number,
  afterEach?: () => Promise<void>,
): Promise<void> {
  await settle();
  while (!isDone()) {
    const event = time.takeNext(endAt);
    if (!event) return;
    event.run();
    await settle();
    await afterEach?.();
  }
}

const MAX_START_MS = 600_000;

export async function driveUntilDone<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  finished.catch(() => undefined);
  await drive(() => isDone, time.now + MAX_START_MS);
  if (!isDone) throw new Error("Nothing is left that could finish this");
  return finished;
}
