import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS } from "@/lib/db/migrations";
import { markMovedFolder } from "@/lib/db/moved-folder";
import { markUnfinishedLoad } from "@/lib/db/unfinished-load";
import { migrate } from "@/lib/postgres/migrate";
import { inTransaction, openDatabase } from "@/lib/postgres/open-database";
import { findFreePorts } from "@/scripts/ports.mjs";
import { makeTestLocation, onlyOn, type TestLocation } from "@/testing/database";
import { appendSampleEntry } from "@/testing/sample-dashboard";
import { listen, openTestSandbox } from "@/testing/sandbox";
import { SMTP_LOGIN, startSmtpServer } from "@/testing/smtp-server";
import { type Check, ok } from "./check";
import { databaseCheck } from "./database-check";
import { createDiskSpaceCheck } from "./disk-space-check";
import { createFilePermissionsCheck } from "./file-permissions-check";
import { type Result, runChecks } from "./run-checks";

const SECRET = "Zr8vQm2LxT5nKc7WpYh4JdBs9GfAe3Uo";
const TOKEN = "q7Xw2Zk9Lm4Vt8Rb";

const closings: (() => unknown)[] = [];
let location: TestLocation;
let folder: string;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
/** The URL of a port on which nothing listens. */
let closed: string;
/** With these, every check succeeds. */
let healthy: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardwell-doctor-"));
  location = await makeTestLocation();
  closed = `http://localhost:${(await findFreePorts(1))[0]}`;
  const db = await openDatabase(location.database);
  await migrate(db.pool, MIGRATIONS);
  await appendSampleEntry(db.pool);
  await db.close();
  const sandbox = await openTestSandbox();
  const issuer = await listen(sandbox);
  smtp = await startSmtpServer();
  healthy = {
    DATA_DIR: join(folder, "data"),
    ...location.settings,
    CARD_API_URL: issuer.origin,
    CARD_API_KEY: sandbox.sandbox.config.apiKey,
    NEXTAUTH_URL: await serve(answerLikeDashboard),
    NEXTAUTH_SECRET: SECRET,
    WEBHOOK_TOKEN: TOKEN,
    SMTP_URL: smtpUrl(smtp.settings.port, SMTP_LOGIN.password),
    SMTP_CA_FILE: smtp.settings.caFile ?? "",
    MAIL_FROM: "Cardwell <cards@example.com>",
  };
  closings.push(smtp.stop, issuer.close, () => sandbox.close());
});
afterAll(async () => {
  for (const close of closings) await close();
  await location.remove();
  await rm(folder, { recursive: true, force: true });
});

const answerLikeDashboard: RequestListener = ({ url }, response) => {
  if (url === "/api/health/live") response.end('{"status":"live"}');
  else response.writeHead(url === "/api/webhooks/issuer" ? 405 : 404).end();
};

async function serve(answer: RequestListener, server: Server = createServer(answer)): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  closings.push(() => server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

function smtpUrl(port: number, password: string): string {
  return `smtp://${SMTP_LOGIN.user}:${encodeURIComponent(password)}@localhost:${port}`;
}

/** The problems with these settings, as lines without the remedy; each must have one. */
async function findProblems(changes: Record<string, string> = {}): Promise<string[]> {
  return problemsOf(await runChecks({ ...healthy, ...changes }, { timeoutMs: 30_000 }));
}

function problemsOf(results: readonly Result[]): string[] {
  const text = JSON.stringify(results);
  for (const secret of [SECRET, TOKEN, healthy.CARD_API_KEY ?? "", SMTP_LOGIN.password, "hunter2"])
    expect(text).not.toContain(secret);
  return results.flatMap((result) => {
    if (result.is !== "problem") return [];
    expect(result.remedy).not.toBe("");
    return [`${result.title}: ${result.text}`];
  });
}

async function withDatabase(sql: string, undo: string, check: () => Promise<void>): Promise<void> {
  const run = async (text: string) => {
    const db = await openDatabase(location.database);
    await db.pool.query(text);
    await db.close();
  };
  await run(sql);
  try {
    await check();
  } finally {
    await run(undo);
  }
}

describe("the doctor", () => {
  it("finds nothing wrong with a healthy dashboard, and sends no mail", async () => {
    const results = await runChecks(healthy);
    expect(problemsOf(results)).toEqual([]);
    const skippedTitles = results.filter(({ is }) => is === "skipped").map(({ title }) => title);
    expect(skippedTitles).toEqual(
      process.env.TEST_ENGINE === "postgres" ? ["Data folder", "Certificate"] : ["Certificate"],
    );
    expect(results.find(({ title }) => title === "Audit log")?.text).toMatch(/The head is 1:[0-9a-f]{64}$/);
    expect(smtp.received).toEqual([]);
  });

  it("lets a check that hangs or throws hide no other", async () => {
    const named = (title: string, run: Check["run"]): Check => ({ title, needs: [], run });
    const checks = [
      named("Hangs", () => new Promise(() => undefined)),
      named("Throws", () => Promise.reject(new Error(`about ${SECRET}`))),
      named("Works", async () => ok("Fine.")),
    ];
    const results = await runChecks(healthy, { timeoutMs: 200, checks });
    expect(problemsOf(results)).toEqual([
      "Hangs: No answer within 0 seconds.",
      "Throws: The check itself failed: Error.",
    ]);
    expect(results.at(-1)).toMatchObject({ title: "Works", is: "ok" });
  });
});

describe("settings", () => {
  it("are all read, and a broken one hides only what needs it", async () => {
    const results = await runChecks({
      ...healthy,
      NEXTAUTH_SECRET: "short",
      PORT: "many",
      CARD_API_KEY: "",
      SMTP_URL: "http://mail",
    });
    expect(problemsOf(results)).toEqual([
      'Settings: The setting PORT must be a whole number from 1 to 65535, not "many".',
      "Settings: The setting NEXTAUTH_SECRET must be a random string of at least 32 characters.",
      expect.stringContaining("Settings: The setting SMTP_URL must be"),
      "Settings: The setting CARD_API_KEY must be set when CARD_API_URL is set.",
      "Settings: The setting SMTP_URL must be set when MAIL_FROM is set.",
    ]);
    const state = Object.fromEntries(results.map(({ title, is }) => [title, is]));
    expect(state).toMatchObject({ Database: "ok", Migrations: "ok", Issuer: "skipped", Mail: "skipped" });
  });

  it.each(["CARD_API_URL", "NEXTAUTH_URL", "WEBHOOK_TOKEN", "DATABASE_URL", "OIDC_ISSUER", "TRUST_PROXY"])(
    "can have a malformed %s",
    async (name) => {
      const problems = await findProblems({ [name]: "?" });
      expect(problems[0]).toContain(`Settings: The setting ${name} must be`);
    },
  );

  it("can have a weak secret", async () => {
    expect(await findProblems({ NEXTAUTH_SECRET: "a".repeat(40) })).toEqual([
      expect.stringContaining(
        "NEXTAUTH_SECRET must be random, but it has fewer than 8 different characters.",
      ),
    ]);
    // The sandbox starts with it.
    const results = await runChecks({
      NEXTAUTH_SECRET: "change-me-change-me-change-me-1234",
      DATA_DIR: folder,
    });
    expect(problemsOf(results)).toContain("Secrets: NEXTAUTH_SECRET is weak: it is a placeholder.");
  });

  it("need TRUST_PROXY behind a proxy", async () => {
    expect(await findProblems({ NEXTAUTH_URL: "https://localhost:1" })).toContainEqual(
      expect.stringContaining("Proxy: All clients appear to share the proxy’s address"),
    );
  });
});

describe("the machine", () => {
  it("needs disk space", async () => {
    const check = createDiskSpaceCheck((async () => ({ bavail: 10, blocks: 1e9, bsize: 4096 })) as never);
    expect(problemsOf(await runChecks(healthy, { checks: [check] }))[0]).toMatch(
      /^Disk space: 41 kB of .* are free in/,
    );
  });

  it("must not let other users read the secret", async () => {
    const dataDir = join(folder, "open");
    await mkdir(dataDir);
    await writeFile(join(dataDir, "secret"), SECRET);
    await chmod(join(dataDir, "secret"), 0o644);
    const results = await runChecks({ DATA_DIR: dataDir });
    expect(problemsOf(results)).toContain(
      `Data folder: Other users of this machine can read ${join(dataDir, "secret")}.`,
    );
  });
});

describe("the data folder", () => {
  const deny = (denied: string) =>
    createFilePermissionsCheck((async (path: string) => {
      if (path === denied) throw Object.assign(new Error("denied"), { code: "EACCES" });
    }) as never);

  it("must be writable for the embedded database, down to its files", async () => {
    const dataDir = join(folder, "written");
    const file = join(dataDir, "dashboard", "PG_VERSION");
    await mkdir(join(dataDir, "dashboard"), { recursive: true, mode: 0o700 });
    await writeFile(file, "17");
    const embedded = { ...healthy, DATA_DIR: dataDir, DATABASE_URL: "" };
    for (const denied of [dataDir, file])
      expect(problemsOf(await runChecks(embedded, { checks: [deny(denied)] }))).toEqual([
        `Data folder: This user can’t write to ${denied}, and the embedded database must.`,
      ]);
    // It will be created.
    const missing = { ...embedded, DATA_DIR: join(folder, "not", "yet") };
    expect(problemsOf(await runChecks(missing, { checks: [deny(folder)] }))).toHaveLength(1);
    const postgres = { ...embedded, DATABASE_URL: "postgres://localhost/cards" };
    expect(problemsOf(await runChecks(postgres, { checks: [deny(dataDir)] }))).toEqual([]);
  });

  it("that can’t be written is one problem, not a failure of the database check as well", async () => {
    const failing: Check = {
      ...databaseCheck,
      run: (context) =>
        databaseCheck.run({
          ...context,
          openDatabase: () => Promise.reject(Object.assign(new Error("denied"), { code: "EACCES" })),
        }),
    };
    const [, result] = await runChecks(healthy, { checks: [failing] });
    expect(result).toMatchObject({ is: "skipped" });
  });
});

describe("the database", () => {
  it("must exist", async () => {
    const missing = { DATA_DIR: join(folder, "nowhere"), DATABASE_URL: "" };
    expect(await findProblems(missing)).toEqual([
      `Database: There is no database in ${join(folder, "nowhere", "dashboard")}.`,
    ]);
    const interrupted = join(folder, "interrupted");
    await mkdir(join(interrupted, "dashboard.unfinished"), { recursive: true, mode: 0o700 });
    expect(await findProblems({ DATA_DIR: interrupted, DATABASE_URL: "" })).toEqual([
      `Database: ${join(interrupted, "dashboard")} has an unfinished restore.`,
    ]);
    const moved = join(folder, "moved");
    await mkdir(moved, { mode: 0o700 });
    await markMovedFolder(join(moved, "dashboard"), { url: "postgres://ada:hunter2@db/cards" });
    expect(await findProblems({ DATA_DIR: moved, DATABASE_URL: "" })).toEqual([
      `Database: ${join(moved, "dashboard")} was moved to cards on db.`,
    ]);
  });

  it("must be reachable", async () => {
    expect(await findProblems({ DATABASE_URL: "postgres://ada:hunter2@127.0.0.1:1/cards" })).toEqual([
      "Database: The database cards on 127.0.0.1:1 is unreachable: ECONNREFUSED.",
    ]);
  });

  it("must have all migrations, unchanged, and no others", async () => {
    const last = MIGRATIONS.at(-1)?.name;
    await withDatabase(
      `create table saved as select * from migrations where name = '${last}'; delete from migrations where name = '${last}'`,
      "insert into migrations select * from saved; drop table saved",
      async () =>
        expect(await findProblems()).toEqual([`Migrations: 1 migration pending, the first is ${last}.`]),
    );
    await withDatabase(
      `create table saved as select * from migrations where name = '${last}';
       update migrations set checksum = 'other' where name = '${last}'`,
      `update migrations set checksum = (select checksum from saved) where name = '${last}'; drop table saved`,
      async () =>
        expect(await findProblems()).toEqual([`Migrations: ${last} was edited after it was applied.`]),
    );
    await withDatabase(
      "insert into migrations (name) values ('999-later')",
      "delete from migrations where name = '999-later'",
      async () =>
        expect(await findProblems()).toEqual([
          "Migrations: The database is from a newer version: this one doesn’t have 999-later.",
        ]),
    );
  });

  it("may have been migrated by the version that was taken back, which a backup from before it would undo", async () => {
    await withDatabase(
      "insert into migrations (name) values ('999-later')",
      "delete from migrations where name = '999-later'",
      async () => {
        const results = await runChecks(healthy);
        expect(results.find(({ title }) => title === "Migrations")).toMatchObject({
          remedy: expect.stringMatching(/^The version right before that one works on it/),
        });
      },
    );
  });

  it("must belong to the issuer, with an unbroken chain and no unfinished restore", async () => {
    await withDatabase(
      "insert into database_issuer (mode, origin) values ('live', 'https://other.example')",
      "delete from database_issuer",
      async () =>
        expect(await findProblems()).toEqual([
          "Database: It belongs to the issuer https://other.example, and the settings are for another issuer.",
        ]),
    );
    await withDatabase(
      "update audit_verification set seq = 1, hash = 'x'",
      "update audit_verification set seq = 0, hash = ''",
      async () =>
        expect(await findProblems()).toEqual([
          "Audit log: The chain is broken. Entry 1 is not the entry that was verified earlier.",
        ]),
    );
    // Not an empty log: its rows, or what was verified, are still there.
    const noHead = "create table former_head as table audit_head; update audit_head set seq = 0, hash = ''";
    const noHeadUndone =
      "delete from audit_head; insert into audit_head table former_head; drop table former_head";
    await withDatabase(noHead, noHeadUndone, async () =>
      expect(await findProblems()).toEqual([
        "Audit log: The chain is broken. Entry 1 is beyond the end of the chain.",
      ]),
    );
    await withDatabase(
      `${noHead}; update audit_verification set seq = 1, hash = 'x'`,
      `${noHeadUndone}; update audit_verification set seq = 0, hash = ''`,
      async () =>
        expect(await findProblems()).toEqual([
          "Audit log: The chain is broken. Entry 1 was verified earlier, but the chain now ends before it.",
        ]),
    );
    const db = await openDatabase(location.database);
    await inTransaction(db.pool, (client) => markUnfinishedLoad(client, "restore"));
    // Which would be a problem of its own if the restore were finished.
    await db.pool.query("alter table migrations rename to migrations_so_far");
    await db.close();
    expect(await findProblems()).toEqual([expect.stringContaining("has an unfinished restore.")]);
    const again = await openDatabase(location.database);
    await again.pool.query("drop table unfinished_load; alter table migrations_so_far rename to migrations");
    await again.close();
  });

  onlyOn("pglite", () => {
    it("may be in use by the dashboard", async () => {
      const db = await openDatabase(location.database);
      const results = await runChecks(healthy);
      await db.close();
      expect(problemsOf(results)).toEqual([]);
      expect(results.find(({ title }) => title === "Database")?.text).toContain(
        "is in use by a running process",
      );
    });
  });
});

describe("the issuer", () => {
  it("must accept the key", async () => {
    expect(await findProblems({ CARD_API_KEY: "sk_other_7d0f3c91" })).toEqual([
      `Issuer: ${healthy.CARD_API_URL} rejects the key.`,
    ]);
  });

  it("must be reachable, and be an issuer", async () => {
    expect(await findProblems({ CARD_API_URL: closed })).toEqual([
      `Issuer: ${closed} is not available: ECONNREFUSED.`,
    ]);
    const other = await serve((_, response) => response.end("<h1>Welcome</h1>"));
    expect(await findProblems({ CARD_API_URL: other })).toEqual([
      expect.stringContaining(`Issuer: ${other} answers, but not like the card API`),
    ]);
  });

  it("must have the same time", async () => {
    const late = await serve((_, response) => {
      response.setHeader("date", new Date(Date.now() - 300_000).toUTCString());
      response.writeHead(401, { "content-type": "application/json" }).end("{}");
    });
    const problems = await findProblems({ CARD_API_URL: late });
    expect(problems[1]).toMatch(
      /^Clock: This machine’s clock is (299|30\d) seconds ahead of the issuer’s\.$/,
    );
  });
});

describe("the public URL", () => {
  it("must be reachable", async () => {
    expect(await findProblems({ NEXTAUTH_URL: closed })).toEqual([
      `Public URL: ${closed} can’t be reached: ECONNREFUSED.`,
      `Webhooks: ${closed} can’t be reached: ECONNREFUSED.`,
    ]);
  });

  it("must lead to the dashboard and its receiver", async () => {
    const other = await serve((_, response) => response.writeHead(302, { location: "/login" }).end());
    const results = await runChecks({ ...healthy, NEXTAUTH_URL: other });
    expect(problemsOf(results)).toEqual([
      `Public URL: ${other}/api/health/live answers 302, but not like a dashboard.`,
      `Webhooks: ${other}/api/webhooks/issuer answers 302 instead of 405.`,
    ]);
    expect(results.find(({ title }) => title === "Webhooks")).toMatchObject({
      remedy: "Let the proxy pass requests to this path on without a sign-in or a redirect.",
    });
  });

  it("must have a trusted certificate that doesn’t expire soon", async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      notAfterDate: new Date(Date.now() + 5 * 86_400_000),
    });
    const server = createTlsServer({ key, cert }, answerLikeDashboard);
    const url = (await serve(answerLikeDashboard, server)).replace("http:", "https:");
    const problems = await findProblems({ NEXTAUTH_URL: url, TRUST_PROXY: "1" });
    expect(problems).toEqual([
      `Public URL: ${url} can’t be reached: DEPTH_ZERO_SELF_SIGNED_CERT.`,
      `Webhooks: ${url} can’t be reached: DEPTH_ZERO_SELF_SIGNED_CERT.`,
      expect.stringMatching(/^Certificate: It expires on \d{4}-\d\d-\d\d\.$/),
    ]);
  });
});

describe("the mail server", () => {
  it("must be reachable and accept the login", async () => {
    const { port } = smtp.settings;
    expect(await findProblems({ SMTP_URL: smtpUrl(port, "hunter2") })).toEqual([
      `Mail: localhost:${port}: The server rejected the user or the password (EAUTH 535).`,
    ]);
    expect(await findProblems({ SMTP_URL: smtpUrl(1, "hunter2") })).toEqual([
      expect.stringMatching(
        /^Mail: localhost:1: The connection failed|^Mail: localhost:1: The server couldn’t/,
      ),
    ]);
    expect(await findProblems({ SMTP_CA_FILE: "/nowhere.pem" })).toHaveLength(1);
    expect(smtp.received).toEqual([]);
  });
});
