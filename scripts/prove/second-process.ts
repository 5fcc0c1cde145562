import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineClaim } from "./claim";

const ROUNDS = 20;
const MAX_MS = 1_000;

const ROOT = join(import.meta.dirname, "..", "..");

/** Opens the folder, prints how that went and how long it took, and keeps it open. */
const PROGRAM = `
const { openDatabase } = await import("./lib/postgres/open-database.ts");
const startedAt = performance.now();
const message = await openDatabase({ folder: process.argv[1] }).then(() => "opened", (error) => String(error.message));
console.log(JSON.stringify({ message, tookMs: performance.now() - startedAt }));
setInterval(() => {}, 1000);
`;

type Opened = { pid: number; message: string; tookMs: number; kill(): Promise<void> };

export const secondProcess = defineClaim({
  name: "second-process",
  covers: {},
  table: "faults",
  hasTimes: true,
  claim: "A second process on the same PGlite folder",
  how: `${ROUNDS} times: a process opens the folder, a second one tries to, the first is killed with kill -9, a third one opens it`,
  goal: "refused within 1 s, naming the holder; a stale lock is taken over",
  async run({ isShort }) {
    const rounds = isShort ? 1 : ROUNDS;
    const folder = join(mkdtempSync(join(tmpdir(), "cardwell-proof-")), "dashboard");
    const refusals: Opened[] = [];
    let named = 0;
    let takenOver = 0;
    try {
      let holder = await open(folder);
      for (let round = 0; round < rounds; round += 1) {
        const second = await open(folder);
        await second.kill();
        if (second.message !== "opened") refusals.push(second);
        if (second.message.includes(String(holder.pid))) named += 1;
        await holder.kill();
        holder = await open(folder);
        if (holder.message === "opened") takenOver += 1;
      }
      await holder.kill();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const slowestMs = Math.round(Math.max(...refusals.map(({ tookMs }) => tookMs)));
    return {
      figure: `${refusals.length} of ${rounds} refused, at the latest after ${slowestMs} ms, ${named} naming the holder; ${takenOver} of ${rounds} stale locks taken over`,
      isMet: [refusals.length, named, takenOver].every((count) => count === rounds) && slowestMs <= MAX_MS,
    };
  },
});

async function open(folder: string): Promise<Opened> {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM, folder], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const printed = await new Promise<string>((resolve) => {
    child.stdout.once("data", (chunk) => resolve(String(chunk)));
    void exited.then(() => resolve('{"message":"ended","tookMs":0}'));
  });
  const kill = () => {
    child.kill("SIGKILL");
    return exited;
  };
  return { pid: child.pid ?? 0, ...JSON.parse(printed), kill };
}
