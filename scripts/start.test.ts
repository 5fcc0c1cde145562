import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/postgres/open-database";
import { identifyBuild } from "./build.mjs";
import { startPostgres, WITHOUT_DURABILITY } from "./embedded-postgres";
import { findFreePorts, requireFreePort } from "./ports.mjs";
import { isRunning } from "./process-table.mjs";
import { type RunningCommand, runCommand } from "./run-command";
import { UNSET_SETTINGS } from "./unset-settings";

const READY = "Press Ctrl-C to stop.";
const ROOT = join(import.meta.dirname, "..");

const dataDir = mkdtempSync(join(tmpdir(), "cardwell-start-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let ports: { port: number; sandboxPort: number };
beforeAll(async () => {
  const [port = 0, sandboxPort = 0] = await findFreePorts(2);
  ports = { port, sandboxPort };
});

const runs: RunningCommand[] = [];
afterEach(() => {
  for (const started of runs.splice(0)) started.killAll();
});

describe("npm start", () => {
  it("serves both programs and prints their URLs and the demo logins", async () => {
    const started = npm("start");
    await started.waitForOutput(READY);
    expect(started.output()).toContain(`Dashboard   http://localhost:${ports.port}\n`);
    for (const name of ["admin", "manager", "support", "finance", "auditor"]) {
      expect(started.output()).toContain(`${name}@cardwell.test\n`);
    }
    expect(started.output()).toContain("Password    cardwell-demo\n");
    expect((await fetch(`http://localhost:${ports.port}/`)).status).toBe(200);
    const providers = await fetch(`http://localhost:${ports.port}/api/auth/providers`);
    expect(JSON.stringify(await providers.json())).toContain(`http://localhost:${ports.port}/`);
    expect((await listCards()).status).toBe(200);
    expect(started.output()).toContain("Listens on  127.0.0.1, this machine only");
    for (const port of [ports.port, ports.sandboxPort])
      expect(await canConnect(otherAddress, port)).toBe(false);
  });

  it("serves a build with the same ID and action key as any other host with the same sources", async () => {
    const started = node();
    await started.waitForOutput(READY);
    const { buildId, actionsKey } = identifyBuild(ROOT, process.env);
    expect(readFileSync(join(ROOT, ".next/BUILD_ID"), "utf8")).toBe(buildId);
    const manifest = readFileSync(join(ROOT, ".next/server/server-reference-manifest.json"), "utf8");
    expect(JSON.parse(manifest).encryptionKey).toBe(actionsKey);
  });

  it("accepts connections from other machines if HOST allows it", async () => {
    const started = node([], { HOST: "0.0.0.0" });
    await started.waitForOutput(READY);
    for (const port of [ports.port, ports.sandboxPort])
      expect(await canConnect(otherAddress, port)).toBe(true);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves no process after %s", async (signal) => {
    const started = npm("start");
    await started.waitForOutput(READY);
    const tree = started.tree();
    expect(tree.length).toBeGreaterThanOrEqual(4);
    started.signalGroup(signal);
    await started.waitForExit();
    await expectAllExited(tree);
    await expectPortsFree();
  });

  it("leaves no process if only npm is terminated", async () => {
    const started = npm("start");
    await started.waitForOutput(READY);
    const tree = started.tree();
    process.kill(started.pid, "SIGTERM");
    await started.waitForExit();
    await expectAllExited(tree);
  });

  it("leaves no process after SIGKILL", async () => {
    const started = node();
    await started.waitForOutput(READY);
    const tree = started.tree();
    process.kill(started.pid, "SIGKILL");
    await started.waitForExit();
    await expectAllExited(tree);
    await expectPortsFree();
  });

  it("exits with a message if one of the programs dies", async () => {
    const started = node();
    await started.waitForOutput(READY);
    const tree = started.tree();
    const [, firstProgram = 0] = tree;
    process.kill(firstProgram, "SIGKILL");
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toMatch(/^The (sandbox|dashboard) stopped unexpectedly \(SIGKILL\)\.$/m);
    await expectAllExited(tree);
  });

  it("records its stop, although no request is open that would delay its exit", async () => {
    const postgres = await startPostgres({ postgresFlags: WITHOUT_DURABILITY });
    const db = await openDatabase({ url: postgres.url });
    const started = node([], { DATABASE_URL: postgres.url, DATA_DIR: join(dataDir, "recorded") });
    await started.waitForOutput(READY);
    const lastRows = async () =>
      (await db.pool.query("select is_last from instance_minutes order by minute desc limit 1")).rows;
    await expect.poll(lastRows).toEqual([{ is_last: false }]);
    started.signalGroup("SIGTERM");
    expect(await started.waitForExit()).toBe(0);
    expect(await lastRows()).toEqual([{ is_last: true }]);
    await db.close();
    await postgres.stop();
  });

  it("can be stopped while it is still starting", async () => {
    const started = node();
    await started.waitForOutput("Starting…");
    const tree = started.tree();
    started.signalGroup("SIGINT");
    expect(await started.waitForExit()).toBe(0);
    await expectAllExited(tree);
    await expectPortsFree();
  });
});

describe("npm run sandbox", () => {
  it("serves only the issuer and prints its URL and key", async () => {
    const started = npm("run", "sandbox");
    await started.waitForOutput(READY);
    expect(started.output()).toContain(`http://localhost:${ports.sandboxPort}/api/v1\n`);
    expect(started.output()).toContain("sk_sandbox_cardwell");
    expect(started.output()).toContain(`http://localhost:${ports.sandboxPort}/docs\n`);
    expect((await listCards()).status).toBe(200);
    await requireFreePort("PORT", ports.port);
  });

  it("exits with the parent process that started it with an IPC channel", async () => {
    const command = JSON.stringify([join(ROOT, "scripts/start.mjs"), "--sandbox-only"]);
    const parentScript = `require("node:child_process").spawn(process.execPath, ${command}, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })`;
    const env = { ...settings({}), npm_lifecycle_event: undefined };
    const started = track(runCommand(process.execPath, ["-e", parentScript], env));
    await started.waitForOutput(READY);
    const tree = started.tree();
    process.kill(started.pid, "SIGKILL");
    await expectAllExited(tree);
  });
});

describe("a live issuer", () => {
  const live = {
    CARD_API_URL: "https://issuer.example",
    CARD_API_KEY: "sk_live_1",
    NEXTAUTH_URL: "https://cards.example",
    NEXTAUTH_SECRET: "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo",
    WEBHOOK_TOKEN: "q7Xw2Zk9Lm4Vt8Rb",
  };

  it("can't use the sandbox's database", async () => {
    const onSandbox = node();
    await onSandbox.waitForOutput(READY);
    onSandbox.signalGroup("SIGINT");
    await onSandbox.waitForExit();
    const started = node([], live);
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toContain(
      "This database belongs to the sandbox, whose logins are public, so it can't be used in live mode. Set DATABASE_URL or DATA_DIR to an empty database.\n",
    );
  });

  it("is used without the sandbox and without demo people", async () => {
    const started = node([], { ...live, DATA_DIR: join(dataDir, "live") });
    await started.waitForOutput(READY);
    expect(started.output()).toContain("https://issuer.example  (not responding as the card API");
    expect(started.output()).toContain("Listens on  all network interfaces\n");
    expect(started.output()).not.toContain("cardwell.test");
    const ready = await fetch(`http://localhost:${ports.port}/api/health/ready`);
    expect(await ready.json()).toEqual({ status: "ready", issuer: "unreachable" });
    await requireFreePort("SANDBOX_PORT", ports.sandboxPort);
  });

  it("reports all missing settings at once", async () => {
    const started = node([], { CARD_API_URL: live.CARD_API_URL, DATABASE_URL: "foo" });
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toBe(
      [
        "The setting DATABASE_URL must be a URL, such as postgres://user:password@host:5432/name.",
        "The setting CARD_API_KEY must be set when CARD_API_URL is set.",
        "The setting NEXTAUTH_URL must be set when CARD_API_URL is set.",
        "The setting NEXTAUTH_SECRET must be set when CARD_API_URL is set.",
        "The setting WEBHOOK_SECRET (or WEBHOOK_TOKEN) must be set when CARD_API_URL is set.",
        "",
      ].join("\n"),
    );
  });
});

describe("a start with invalid settings", () => {
  it.each(["PORT", "SANDBOX_PORT"] as const)("reports in one sentence that %s is in use", async (setting) => {
    const port = setting === "PORT" ? ports.port : ports.sandboxPort;
    const blocker = await listen(port);
    const started = node();
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toBe(
      `Port ${port} is already in use. Stop the process that uses it, or set ${setting} to another port.\n`,
    );
    await new Promise((done) => blocker.close(done));
  });

  it.each(["abc", "0", "65536", "3000.5", "-1"])("reports a PORT of %s in one sentence", async (text) => {
    const started = node([], { PORT: text });
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toBe(
      `The setting PORT must be a whole number from 1 to 65535, not ${JSON.stringify(text)}.\n`,
    );
  });

  it("reports that both programs have the same port", async () => {
    const started = node([], { SANDBOX_PORT: String(ports.port) });
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toBe(
      `The settings PORT and SANDBOX_PORT must be different; both are ${ports.port}.\n`,
    );
  });

  it("reports an unknown option", async () => {
    const started = node(["--prod"]);
    expect(await started.waitForExit()).toBe(1);
    expect(started.output()).toBe('Unknown option "--prod". Use --dev or --sandbox-only.\n');
  });
});

function npm(...args: string[]): RunningCommand {
  return track(runCommand("npm", args, settings({})));
}

function node(args: string[] = [], env: Record<string, string> = {}): RunningCommand {
  return track(runCommand(process.execPath, ["scripts/start.mjs", ...args], settings(env)));
}

function track(started: RunningCommand): RunningCommand {
  runs.push(started);
  return started;
}

function settings(env: Record<string, string>): Record<string, string> {
  return {
    ...UNSET_SETTINGS,
    PORT: String(ports.port),
    SANDBOX_PORT: String(ports.sandboxPort),
    DATA_DIR: dataDir,
    ...env,
  };
}

async function expectAllExited(tree: number[]): Promise<void> {
  await expect.poll(() => tree.filter(isRunning), { timeout: 10_000 }).toEqual([]);
}

async function expectPortsFree(): Promise<void> {
  await requireFreePort("PORT", ports.port);
  await requireFreePort("SANDBOX_PORT", ports.sandboxPort);
}

function listCards(): Promise<Response> {
  return fetch(`http://localhost:${ports.sandboxPort}/api/v1/merchant/cards/`, {
    headers: { "x-payments-api-key": "sk_sandbox_cardwell" },
  });
}

/** An address that other machines would use; without a network, a second loopback address serves the purpose. */
const otherAddress =
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal)?.address ?? "127.0.0.2";

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}

function listen(port: number): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen({ port, host: "127.0.0.1" }, () => done(server));
  });
}
