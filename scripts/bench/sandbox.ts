import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { formatCount } from "@/lib/domain/money/numbers";
import { buildSandboxPackage } from "@/scripts/package/build-sandbox-package.mjs";
import { findFreePorts } from "@/scripts/ports.mjs";
import { formatMs, measure, printTable, type Sample } from "./measure";

// The sandbox's package as other teams run it: how soon it answers, what it needs, and what its worlds cost.

const STARTS = 5;
const WORLDS = 100;
const SCALE = { cards: 100_000, transactions: 1_000_000 };
const GOALS = { startMs: 3_000, residentMb: 200, copyMs: 200 };
const root = join(import.meta.dirname, "../..");
const folder = await mkdtemp(join(tmpdir(), "cardwell-bench-sandbox-"));

try {
  const program = join(folder, "package/cardwell-sandbox.mjs");
  await buildSandboxPackage(root, join(folder, "package"));
  const rows: string[][] = [];
  for (const [name, options] of [
    ["in memory", ["--memory"]],
    ["on disk, the first time", null],
    ["on disk, again", ["--data", join(folder, "kept")]],
  ] as const) {
    const starts: number[] = [];
    for (let number = 0; number < STARTS; number++) {
      const running = await start(program, options ?? ["--data", join(folder, `new-${number}`)]);
      starts.push(running.startMs);
      await running.stop();
    }
    rows.push([`ready, ${name}`, formatMs(median(starts)), `≤ ${formatMs(GOALS.startMs)}`]);
  }

  const sandbox = await start(program, ["--data", join(folder, "worlds")]);
  rows.push(["resident, demo world", `${await sandbox.residentMb()} MB`, `≤ ${GOALS.residentMb} MB`]);
  const timed = async (name: string, work: (round: number) => Promise<unknown>) => {
    const sample: Sample = await measure(work);
    rows.push([
      name,
      `${formatMs(sample.median)} (p95 ${formatMs(sample.p95)})`,
      `≤ ${formatMs(GOALS.copyMs)}`,
    ]);
  };
  await timed("snapshot of the demo world", () =>
    sandbox.call("POST", "/sandbox/snapshots", { name: "start" }),
  );
  await timed("restore", () => sandbox.call("POST", "/sandbox/snapshots/start/restore"));
  let copies = 0;
  await timed("copy", async () => {
    const name = `copy-${copies++}`;
    await sandbox.call("POST", "/sandbox/worlds", { name, from: "cardwell" });
    await sandbox.call("DELETE", `/sandbox/worlds/${name}`);
  });
  for (let number = 0; number < WORLDS; number++)
    await sandbox.call("POST", "/sandbox/worlds", { name: `world-${number}`, scenario: "demo" });
  rows.push([`resident, ${WORLDS} demo worlds`, `${await sandbox.residentMb()} MB`, ""]);
  await sandbox.stop();
  printTable("The sandbox's package", ["", "measured", "goal"], rows);

  const large = await start(program, ["--memory"]);
  await compareSizes(large);
  await large.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Running = Awaited<ReturnType<typeof start>>;

async function start(program: string, options: readonly string[]) {
  const [port] = await findFreePorts(1);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, "--port", String(port), ...options], { stdio: "ignore" });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/sandbox/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(5);
  const startMs = performance.now() - startedAt;
  return {
    startMs,
    async call(method: string, path: string, body?: object) {
      const response = await fetch(url + path, {
        method,
        headers: { [API_KEY_HEADER]: "sk_sandbox_cardwell" },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
      return response.json();
    },
    async residentMb(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** What a call costs in a program of a thousand cards and in a large one. */
async function compareSizes(sandbox: Running): Promise<void> {
  const calls: Record<string, () => string> = {
    "first page of cards": () => "/cards/",
    "last page of transactions": () => `/transactions/?page=${lastPage}`,
  };
  let lastPage = 1;
  const samples: Record<string, Sample[]> = {};
  const loads: string[] = [];
  for (const size of [{ cards: 1_000, transactions: 10_000 }, SCALE]) {
    const { durationMs } = (await sandbox.call("POST", "/sandbox/reset", { scenario: "scale", ...size })) as {
      durationMs: number;
    };
    loads.push(formatMs(durationMs));
    lastPage = Math.ceil(size.transactions / 50);
    for (const [name, path] of Object.entries(calls)) {
      samples[name] ??= [];
      samples[name].push(await measure(() => sandbox.call("GET", `${API_PREFIX}${path()}`)));
    }
  }
  printTable(
    `1,000 cards and ${formatCount(SCALE.cards)} cards with ${formatCount(SCALE.transactions)} transactions (${await sandbox.residentMb()} MB resident)`,
    ["call", "small p50", "large p50"],
    [
      ["reset", ...loads],
      ...Object.entries(samples).map(([name, sizes]) => [
        name,
        ...sizes.map((sample) => formatMs(sample.median)),
      ]),
    ],
  );
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
