import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTestLocation, onlyOn, openTestDatabase, type TestLocation } from "@/testing/database";
import type { Database } from "./database";
import { FolderInUseError } from "./folder-lock";
import { inTransaction, openDatabase } from "./open-database";

describe("inTransaction", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query("drop table if exists pairs, accounts");
    await database.pool.query("create table accounts (id integer primary key, balance integer not null)");
    await database.pool.query("insert into accounts values (1, 100), (2, 0)");
  });

  const balances = async () => {
    const { rows } = await database.pool.query<{ balance: number }>(
      "select balance from accounts order by id",
    );
    return rows.map(({ balance }) => balance);
  };
  const move = (amount: number, then: () => unknown = () => undefined) =>
    inTransaction(database.pool, async (client) => {
      await client.query("update accounts set balance = balance - $1 where id = 1", [amount]);
      await client.query("update accounts set balance = balance + $1 where id = 2", [amount]);
      return then();
    });

  it("commits everything and returns the result", async () => {
    expect(await move(30, () => "moved")).toBe("moved");
    expect(await balances()).toEqual([70, 30]);
  });

  it("rolls back if the work throws, and throws the same error", async () => {
    const rejection = new Error("Not today");
    await expect(move(30, () => Promise.reject(rejection))).rejects.toBe(rejection);
    expect(await balances()).toEqual([100, 0]);
  });

  it("rolls back if a query fails", async () => {
    const failing = inTransaction(database.pool, async (client) => {
      await client.query("update accounts set balance = 0");
      await client.query("insert into accounts values (1, 5)");
    });
    await expect(failing).rejects.toMatchObject({ code: "23505" });
    expect(await balances()).toEqual([100, 0]);
  });

  it("rolls back if a failed query is caught and the work continues", async () => {
    const careless = inTransaction(database.pool, async (client) => {
      await client.query("update accounts set balance = 0");
      await client.query("select no_such_column from accounts").catch(() => undefined);
      await client.query("update accounts set balance = 1");
    });
    await expect(careless).rejects.toMatchObject({ code: "25P02" });
    expect(await balances()).toEqual([100, 0]);
  });

  it("rolls back and throws if a caught failure was the last query", async () => {
    const careless = inTransaction(database.pool, async (client) => {
      await client.query("update accounts set balance = 0");
      await client.query("insert into accounts values (1, 5)").catch(() => undefined);
    });
    await expect(careless).rejects.toThrow(
      "The transaction was rolled back because one of its queries failed",
    );
    expect(await balances()).toEqual([100, 0]);
  });

  it("rolls back if the commit itself fails", async () => {
    await database.pool.query(
      `create table pairs (id integer primary key,
         partner integer references pairs deferrable initially deferred)`,
    );
    const unpaired = inTransaction(database.pool, (client) =>
      client.query("insert into pairs values (1, 2)"),
    );
    await expect(unpaired).rejects.toMatchObject({ code: "23503" });
    expect((await database.pool.query("select 1 from pairs")).rowCount).toBe(0);
  });

  it("leaves a working connection, however often it failed", async () => {
    for (let attempt = 0; attempt < 30; attempt++) {
      await expect(move(1, () => Promise.reject(new Error("again")))).rejects.toThrow("again");
    }
    await move(1);
    expect(await balances()).toEqual([99, 1]);
  });

  it("is rolled back if its connection is closed before the end", async () => {
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query("update accounts set balance = 0");
    client.release(true);
    await expect.poll(balances).toEqual([100, 0]);
    await move(1);
    expect(await balances()).toEqual([99, 1]);
  });

  it("runs many transactions concurrently without losing any", async () => {
    await Promise.all(Array.from({ length: 40 }, () => move(1)));
    expect(await balances()).toEqual([60, 40]);
  });

  onlyOn("postgres", () => {
    it("survives a connection that the server closes between two queries", async () => {
      const cut = inTransaction(database.pool, async (client) => {
        await client.query("update accounts set balance = 0");
        const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
        const connectionEnd = new Promise((resolve) => client.once("end", resolve));
        await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
        await connectionEnd;
        await client.query("update accounts set balance = 1");
      });
      await expect(cut).rejects.toThrow();
      expect(await balances()).toEqual([100, 0]);
      await Promise.all(Array.from({ length: 20 }, () => move(1)));
      expect(await balances()).toEqual([80, 20]);
    });

    it("survives a server that closes every idle connection", async () => {
      await Promise.all(Array.from({ length: 10 }, () => database.pool.query("select 1")));
      const client = await database.pool.connect();
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      client.release();
      await expect.poll(balances).toEqual([100, 0]);
    });
  });
});

describe("an unreachable server", () => {
  it("is an error when the database is opened, not at the first query", async () => {
    await expect(openDatabase({ url: "postgres://nobody@localhost:1/none" })).rejects.toThrow("ECONNREFUSED");
  });

  it("is an error too if it accepts the connection and never responds", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://nobody@127.0.0.1:${port}/none`;
    await expect(openDatabase({ url }, { connectTimeoutMs: 100 })).rejects.toThrow("unreachable");
    silent.close();
  });
});

onlyOn("postgres", () => {
  it("replaces a connection that doesn't respond to a query", async () => {
    const location = await makeTestLocation();
    const { pool, close } = await openDatabase(location.database, { connections: 1, queryTimeoutMs: 100 });
    await expect(pool.query("select pg_sleep(60)")).rejects.toThrow("timeout");
    await expect.poll(async () => (await pool.query("select 1")).rowCount).toBe(1);
    await close();
    await location.remove();
  });
});

onlyOn("pglite", () => {
  describe("a folder", () => {
    let home: string;
    let folder: string;
    let writer: ChildProcess | undefined;
    beforeEach(async () => {
      home = await mkdtemp(join(tmpdir(), "cardwell-folder-"));
      folder = join(home, "not-yet", "there");
    });
    afterEach(async () => {
      writer?.kill("SIGKILL");
      await rm(home, { recursive: true, force: true });
    });

    it("is rejected while another process uses it, and keeps that process's committed rows after it is killed", async () => {
      const script = fileURLToPath(new URL("./row-writer.ts", import.meta.url));
      const child = fork(script, [folder], { execArgv: ["--import", "tsx"] });
      writer = child;
      let acknowledged = 0;
      const enough = new Promise<void>((resolve) => {
        child.on("message", (row: number) => {
          acknowledged = row;
          if (row >= 50) resolve();
        });
      });
      await enough;

      const rejected = openDatabase({ folder });
      await expect(rejected).rejects.toThrow(FolderInUseError);
      await expect(rejected).rejects.toThrow(`in use by process ${child.pid}`);
      expect(child.exitCode, "it was not waited for").toBeNull();

      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
      const acknowledgedBeforeKill = acknowledged;

      const count = async () => {
        const heir = await openDatabase({ folder });
        const { rows } = await heir.pool.query<{ rows: number; last: number }>(
          "select count(*)::int as rows, max(row_number) as last from kept",
        );
        await heir.close();
        return rows[0] ?? { rows: 0, last: 0 };
      };
      const { rows, last } = await count();
      expect(last).toBeGreaterThanOrEqual(acknowledgedBeforeKill);
      expect(rows).toBe(last);
      expect(await readdir(dirname(folder))).toEqual([basename(folder)]);
      expect(await count()).toEqual({ rows, last });
    }, 60_000);

    it("is created, like its parent, for the owner only", async () => {
      await (await openDatabase({ folder })).close();
      for (const path of [dirname(folder), folder]) expect((await stat(path)).mode & 0o777).toBe(0o700);
    });

    it("is unlocked again if it can't be opened", async () => {
      const broken = join(home, "broken");
      await mkdir(broken);
      await writeFile(join(broken, "PG_VERSION"), "7");
      await expect(openDatabase({ folder: broken })).rejects.toThrow();
      expect(await readdir(home)).not.toContain("broken.lock");
    });
  });

  describe("a database in a folder", () => {
    let location: TestLocation;
    beforeEach(async () => {
      location = await makeTestLocation();
    });
    afterEach(() => location.remove());

    it("runs in a thread of its own, so that this one continues during a long query", async () => {
      const database = await openDatabase(location.database);
      let turns = 0;
      const timer = setInterval(() => {
        turns += 1;
      });
      await database.pool.query("select count(*) from generate_series(1, 3000000)");
      clearInterval(timer);
      await database.close();
      expect(turns).toBeGreaterThan(10);
    });

    it("fails every query if its thread dies, reports it once, and can be opened again", async () => {
      const threads: Worker[] = [];
      const remember = (thread: Worker) => void threads.push(thread);
      process.on("worker", remember);
      let stops = 0;
      const onStop = () => {
        stops += 1;
      };
      const database = await openDatabase(location.database, { onStop });
      process.off("worker", remember);
      await database.pool.query("create table kept (row_number integer)");

      const interrupted = database.pool.query("select count(*) from generate_series(1, 100000000)");
      await Promise.all([
        expect(interrupted).rejects.toThrow("The embedded database has stopped"),
        ...threads.map((thread) => thread.terminate()),
      ]);
      await expect(database.pool.query("select 1")).rejects.toThrow("The embedded database has stopped");
      await database.close();
      expect(stops).toBe(1);

      const heir = await openDatabase(location.database, { onStop });
      expect((await heir.pool.query("select * from kept")).rowCount).toBe(0);
      await heir.close();
      expect(stops, "closing is not reported").toBe(1);
    });

    it("doesn't keep a process running that has nothing left to do", async () => {
      const script = `
        import { openDatabase } from "./lib/postgres/open-database.ts";
        const { pool } = await openDatabase(${JSON.stringify(location.database)});
        console.log((await pool.query("select 6 * 7 as answer")).rows[0].answer);`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--import", "tsx", "--input-type=module", "--eval", script],
        { cwd: fileURLToPath(new URL("../..", import.meta.url)) },
      );
      expect(stdout).toBe("42\n");
    });
  });
});
