import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "./folder-lock";
import type { Answer, Command } from "./lock-holder";

// Larger than any process id that a system gives.
const NOBODY = 2 ** 30;
const RACERS = 4;
const ROUNDS = 40;

let home: string;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "cardwell-lock-"));
  folder = join(home, "database");
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe("a lock", () => {
  it("names its process, and is gone once released", async () => {
    const lock = await lockFolder(folder);
    expect(JSON.parse(await readFile(`${folder}.lock`, "utf8"))).toMatchObject({
      pid: process.pid,
      host: hostname(),
    });
    await lock.release();
    expect(await readdir(home)).toEqual([]);
  });

  it("is refused a second time, in this process too, and free again after the release", async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(folder)).rejects.toThrow(
      `The database folder ${folder} is in use by process ${process.pid} on ${hostname()}`,
    );
    expect(await readdir(home)).toEqual(["database.lock"]);
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  it("is the same for a folder with a slash at its end, and for a link to it", async () => {
    await mkdir(folder);
    await symlink(folder, join(home, "other-name"));
    const lock = await lockFolder(folder);
    await expect(lockFolder(`${folder}/`)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(join(home, "other-name"))).rejects.toThrow(FolderInUseError);
    await lock.release();
  });

  it("released twice takes nothing from the next holder", async () => {
    const first = await lockFolder(folder);
    await first.release();
    const second = await lockFolder(folder);
    await first.release();
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await second.release();
  });
});

describe("a lock file that was left behind", () => {
  const held = { pid: process.pid, host: hostname(), startedAt: "another boot 1", command: "next start" };

  it.each([
    ["empty", ""],
    ["cut off", '{"pid":12'],
    ["no JSON", "locked!"],
    ["JSON of another kind", "null"],
    ["without a process", "{}"],
    ["with a process that cannot be", JSON.stringify({ ...held, pid: 0 })],
    ["with a process group", JSON.stringify({ ...held, pid: -1 })],
    ["with a process of text", JSON.stringify({ ...held, pid: "1" })],
    ["of a process id that no system gives", JSON.stringify({ ...held, pid: NOBODY })],
  ])("%s is taken over", async (_, text) => {
    await writeFile(`${folder}.lock`, text);
    const lock = await lockFolder(folder);
    expect(await readdir(home)).toEqual(["database.lock"]);
    await lock.release();
    expect(await readdir(home)).toEqual([]);
  });

  it("of another machine is respected, and the way out is named", async () => {
    await writeFile(`${folder}.lock`, JSON.stringify({ ...held, host: "elsewhere.test", pid: 4242 }));
    await expect(lockFolder(folder)).rejects.toThrow(
      `in use by process 4242 on elsewhere.test (next start). Stop that process first, or delete ${folder}.lock if it no longer runs.`,
    );
  });

  it("along with a takeover that was left behind is taken over", async () => {
    const gone = JSON.stringify({ ...held, pid: NOBODY });
    await writeFile(`${folder}.lock`, gone);
    await writeFile(`${folder}.lock.takeover`, gone);
    await (await lockFolder(folder)).release();
    expect(await readdir(home)).toEqual([]);
  });

  it("that cannot be read is an error, not an endless attempt", async () => {
    await mkdir(`${folder}.lock`);
    await expect(lockFolder(folder)).rejects.toThrow("EISDIR");
  });

  // Where there is no /proc, a reused id cannot be told apart.
  const onLinux = process.platform === "linux" ? it : () => undefined;
  onLinux("by a process whose id another one has now is taken over", async () => {
    await writeFile(`${folder}.lock`, JSON.stringify(held));
    await (await lockFolder(folder)).release();
    await writeFile(`${folder}.lock`, JSON.stringify({ ...held, pid: 1 }));
    await (await lockFolder(folder)).release();
  });

  it("by a living process of which no start is known is respected", async () => {
    await writeFile(`${folder}.lock`, JSON.stringify({ ...held, startedAt: null }));
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  });

  onLinux("by a dead process that nobody has buried is taken over", async () => {
    // After exec the shell is a sleep, which never asks how its child ended; only then may the child end.
    const script = "cat <&3 & echo $!; exec sleep 60 3<&-";
    const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore", "pipe"] });
    const [output] = await once(parent.stdout as Readable, "data");
    const pid = Number(String(output));
    try {
      await expect.poll(() => commandOf(parent.pid)).toBe("sleep");
      (parent.stdio[3] as Writable).end();
      await expect.poll(() => stateOf(pid)).toBe("Z");
      await writeFile(`${folder}.lock`, JSON.stringify({ ...held, startedAt: null, pid }));
      await (await lockFolder(folder)).release();
    } finally {
      parent.kill();
    }
  });
});

describe("between processes", () => {
  let racers: Racer[];
  beforeAll(async () => {
    racers = await Promise.all(Array.from({ length: RACERS }, startRacer));
  }, 30_000);
  afterAll(() => Promise.all(racers.map((racer) => racer.stop())));

  it("the second is refused at once, by the first one's id", async () => {
    const [first, second] = racers as [Racer, Racer];
    expect(await first.ask({ take: folder })).toEqual({ taken: true });
    // Answered while the first one still has it, so without waiting.
    const answer = await second.ask({ take: folder });
    expect(answer).toEqual({
      refused: expect.stringContaining(`in use by process ${first.pid} on ${hostname()}`),
    });
    await first.ask({ release: true });
    expect(await second.ask({ take: folder })).toEqual({ taken: true });
    await second.ask({ release: true });
  });

  it("one is killed, and the other takes its lock over", async () => {
    const victim = await startRacer();
    expect(await victim.ask({ take: folder })).toEqual({ taken: true });
    await victim.kill();
    expect(await readdir(home)).toEqual(["database.lock"]);
    const [heir] = racers as [Racer];
    expect(await heir.ask({ take: folder })).toEqual({ taken: true });
    await heir.ask({ release: true });
  }, 30_000);

  it.each([
    ["a stale lock", true],
    ["a free folder", false],
  ])(
    `${RACERS} race for %s, and one wins each of ${ROUNDS} rounds`,
    async (_, isStale) => {
      for (let round = 0; round < ROUNDS; round++) {
        const contested = join(home, `round-${round}`);
        const stale = { pid: NOBODY, host: hostname(), startedAt: null, command: "gone" };
        if (isStale) await writeFile(`${contested}.lock`, JSON.stringify(stale));
        const answers = await Promise.all(racers.map((racer) => racer.ask({ take: contested })));
        expect(answers.filter((answer) => "taken" in answer)).toHaveLength(1);
        expect(
          answers.filter((answer) => "refused" in answer && answer.refused.includes("in use by process")),
        ).toHaveLength(RACERS - 1);
        expect(await leftBeside(contested)).toEqual([`${basename(contested)}.lock`]);
        await Promise.all(racers.map((racer) => racer.ask({ release: true })));
        expect(await leftBeside(contested)).toEqual([]);
      }
    },
    60_000,
  );
});

type Racer = {
  pid: number;
  ask(command: Command): Promise<Answer>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

async function startRacer(): Promise<Racer> {
  const script = fileURLToPath(new URL("./lock-holder.ts", import.meta.url));
  const child: ChildProcess = fork(script, { execArgv: ["--import", "tsx"] });
  const next = async () => (await once(child, "message"))[0] as Answer;
  const end = async (how: () => unknown) => {
    const exit = once(child, "exit");
    how();
    await exit;
  };
  await next();
  return {
    pid: child.pid ?? 0,
    ask: (command) => {
      const answer = next();
      child.send(command);
      return answer;
    },
    kill: () => end(() => child.kill("SIGKILL")),
    stop: () => end(() => child.disconnect()),
  };
}

async function leftBeside(path: string): Promise<string[]> {
  return (await readdir(home)).filter((name) => name.startsWith(`${basename(path)}.`));
}

async function stateOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2)[0];
}

async function commandOf(pid: number | undefined): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, "utf8")).trim();
}
