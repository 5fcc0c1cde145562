import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FolderInUseError, lockFolder } from "./folder-lock";
import type { Command, Reply } from "./lock-holder";

// Larger than any process ID.
const UNUSED_PID = 2 ** 30;
const PROCESSES = 4;
const ROUNDS = 40;

let home: string;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "cardwell-lock-"));
  folder = join(home, "database");
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe("a lock", () => {
  it("names its process, and is removed when it is released", async () => {
    const lock = await lockFolder(folder);
    expect(JSON.parse(await readFile(`${folder}.lock`, "utf8"))).toMatchObject({
      pid: process.pid,
      host: hostname(),
    });
    await lock.release();
    expect(await readdir(home)).toEqual([]);
  });

  it("names the command without its options, which may have a password in them", async () => {
    const { argv } = process;
    const commandOf = async (...options: string[]): Promise<string> => {
      process.argv = ["node", "tasks.js", ...options];
      const lock = await lockFolder(folder);
      const { command } = JSON.parse(await readFile(`${folder}.lock`, "utf8"));
      await lock.release();
      return command;
    };
    try {
      expect(await commandOf("--to=postgres://cardwell:hunter2@localhost/cardwell")).toBe("tasks.js");
      expect(await commandOf("start", "--port=3000")).toBe("tasks.js start");
    } finally {
      process.argv = argv;
    }
  });

  it("can't be taken twice, not even by the same process, and is free again after its release", async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(folder)).rejects.toThrow(
      `The folder ${folder} is in use by process ${process.pid} on ${hostname()}`,
    );
    expect(await readdir(home)).toEqual(["database.lock"]);
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  it("is the same for a path with a trailing slash and for a symbolic link", async () => {
    await mkdir(folder);
    await symlink(folder, join(home, "other-name"));
    const lock = await lockFolder(folder);
    await expect(lockFolder(`${folder}/`)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(join(home, "other-name"))).rejects.toThrow(FolderInUseError);
    await lock.release();
  });

  it("doesn't release the next holder's lock when it is released twice", async () => {
    const first = await lockFolder(folder);
    await first.release();
    const second = await lockFolder(folder);
    await first.release();
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    await second.release();
  });
});

describe("a stale lock file", () => {
  const HOLDER = { pid: process.pid, host: hostname(), startedAt: "another boot 1", command: "next start" };

  it.each([
    ["empty", ""],
    ["truncated", '{"pid":12'],
    ["that is not JSON", "locked!"],
    ["with other JSON", "null"],
    ["without a process", "{}"],
    ["with an invalid process ID", JSON.stringify({ ...HOLDER, pid: 0 })],
    ["with a process group", JSON.stringify({ ...HOLDER, pid: -1 })],
    ["with a process ID as text", JSON.stringify({ ...HOLDER, pid: "1" })],
    ["of a process that doesn't exist", JSON.stringify({ ...HOLDER, pid: UNUSED_PID })],
  ])("%s is replaced", async (_, text) => {
    await writeFile(`${folder}.lock`, text);
    const lock = await lockFolder(folder);
    expect(await readdir(home)).toEqual(["database.lock"]);
    await lock.release();
    expect(await readdir(home)).toEqual([]);
  });

  it("is respected if it is from another machine, and the error says how to remove it", async () => {
    await writeFile(`${folder}.lock`, JSON.stringify({ ...HOLDER, host: "elsewhere.test", pid: 4242 }));
    await expect(lockFolder(folder)).rejects.toThrow(
      `in use by process 4242 on elsewhere.test (next start). Stop that process first, or delete ${folder}.lock if it no longer runs.`,
    );
  });

  it("is replaced together with a stale takeover lock", async () => {
    const gone = JSON.stringify({ ...HOLDER, pid: UNUSED_PID });
    await writeFile(`${folder}.lock`, gone);
    await writeFile(`${folder}.lock.takeover`, gone);
    await (await lockFolder(folder)).release();
    expect(await readdir(home)).toEqual([]);
  });

  it("is an error, not an endless loop, if it can't be read", async () => {
    await mkdir(`${folder}.lock`);
    await expect(lockFolder(folder)).rejects.toThrow("EISDIR");
  });

  // Without /proc, a reused process ID can't be recognized.
  const onLinux = process.platform === "linux" ? it : () => undefined;
  onLinux("of a process whose ID was reused is replaced", async () => {
    await writeFile(`${folder}.lock`, JSON.stringify(HOLDER));
    await (await lockFolder(folder)).release();
    await writeFile(`${folder}.lock`, JSON.stringify({ ...HOLDER, pid: 1 }));
    await (await lockFolder(folder)).release();
  });

  it("is respected if its process runs and has no known start time", async () => {
    await writeFile(`${folder}.lock`, JSON.stringify({ ...HOLDER, startedAt: null }));
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  });

  onLinux("of a zombie process is replaced", async () => {
    // After exec the shell is a sleep, which never waits for its child, so the child stays a zombie after it exits.
    const script = "cat <&3 & echo $!; exec sleep 60 3<&-";
    const parent = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore", "pipe"] });
    const [output] = await once(parent.stdout as Readable, "data");
    const pid = Number(String(output));
    try {
      await expect.poll(() => commandOf(parent.pid)).toBe("sleep");
      (parent.stdio[3] as Writable).end();
      await expect.poll(() => stateOf(pid)).toBe("Z");
      await writeFile(`${folder}.lock`, JSON.stringify({ ...HOLDER, startedAt: null, pid }));
      await (await lockFolder(folder)).release();
    } finally {
      parent.kill();
    }
  });
});

describe("between processes", () => {
  let competitors: Competitor[];
  beforeAll(async () => {
    competitors = await Promise.all(Array.from({ length: PROCESSES }, startCompetitor));
  }, 30_000);
  afterAll(() => Promise.all(competitors.map((competitor) => competitor.stop())));

  it("a second process is rejected immediately with the first one's ID", async () => {
    const [first, second] = competitors as [Competitor, Competitor];
    expect(await first.send({ take: folder })).toEqual({ taken: true });
    // The reply arrives while the first process still holds the lock, so it didn't wait.
    const reply = await second.send({ take: folder });
    expect(reply).toEqual({
      rejected: expect.stringContaining(`in use by process ${first.pid} on ${hostname()}`),
    });
    await first.send({ release: true });
    expect(await second.send({ take: folder })).toEqual({ taken: true });
    await second.send({ release: true });
  });

  it("another process replaces the lock of a killed one", async () => {
    const victim = await startCompetitor();
    expect(await victim.send({ take: folder })).toEqual({ taken: true });
    await victim.kill();
    expect(await readdir(home)).toEqual(["database.lock"]);
    const [other] = competitors as [Competitor];
    expect(await other.send({ take: folder })).toEqual({ taken: true });
    await other.send({ release: true });
  }, 30_000);

  it.each([
    ["a stale lock", true],
    ["a free folder", false],
  ])(
    `${PROCESSES} processes compete for %s, and one wins each of ${ROUNDS} rounds`,
    async (_, isStale) => {
      for (let round = 0; round < ROUNDS; round++) {
        const contested = join(home, `round-${round}`);
        const stale = { pid: UNUSED_PID, host: hostname(), startedAt: null, command: "gone" };
        if (isStale) await writeFile(`${contested}.lock`, JSON.stringify(stale));
        const replies = await Promise.all(
          competitors.map((competitor) => competitor.send({ take: contested })),
        );
        expect(replies.filter((reply) => "taken" in reply)).toHaveLength(1);
        expect(
          replies.filter((reply) => "rejected" in reply && reply.rejected.includes("in use by process")),
        ).toHaveLength(PROCESSES - 1);
        expect(await lockFilesOf(contested)).toEqual([`${basename(contested)}.lock`]);
        await Promise.all(competitors.map((competitor) => competitor.send({ release: true })));
        expect(await lockFilesOf(contested)).toEqual([]);
      }
    },
    60_000,
  );
});

type Competitor = {
  pid: number;
  send(command: Command): Promise<Reply>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

async function startCompetitor(): Promise<Competitor> {
  const script = fileURLToPath(new URL("./lock-holder.ts", import.meta.url));
  const child: ChildProcess = fork(script, { execArgv: ["--import", "tsx"] });
  const next = async () => (await once(child, "message"))[0] as Reply;
  const end = async (how: () => unknown) => {
    const exit = once(child, "exit");
    how();
    await exit;
  };
  await next();
  return {
    pid: child.pid ?? 0,
    send: (command) => {
      const reply = next();
      child.send(command);
      return reply;
    },
    kill: () => end(() => child.kill("SIGKILL")),
    stop: () => end(() => child.disconnect()),
  };
}

async function lockFilesOf(path: string): Promise<string[]> {
  return (await readdir(home)).filter((name) => name.startsWith(`${basename(path)}.`));
}

async function stateOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2)[0];
}

async function commandOf(pid: number | undefined): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, "utf8")).trim();
}
