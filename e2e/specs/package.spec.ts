import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, expect, test } from "@playwright/test";
import pg from "pg";
import { createDatabase, type EmptyDatabase } from "@/e2e/fixtures/databases";
import { type Nginx, startNginx } from "@/e2e/fixtures/nginx";
import {
  bareEnvironment,
  type Copy,
  copyAsOtherBuild,
  makeDataFolder,
  startUntilReady,
  unpackPackage,
} from "@/e2e/fixtures/package";
import { Sandbox } from "@/e2e/fixtures/sandbox";
import { signInOverHttp } from "@/e2e/fixtures/sign-in";
import { startSteadyLoad } from "@/e2e/fixtures/steady-load";
import { CardPage } from "@/e2e/pages/card-page";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";
import { findFreePorts } from "@/scripts/ports.mjs";

// As an operator runs it: the tarball, unpacked elsewhere, two copies on PostgreSQL behind the nginx example. The issuer
// is the package's own sandbox, by its address, so the dashboard is live.
test.describe.configure({ mode: "serial", retries: 0 });

const EMAIL = "ada@example.com";
const PASSWORD = "lantern horse cobalt staple";
/** How long the load runs before and after each step. */
const LOAD_MS = 2_000;

let folder: string;
/** The version before. */
let previous: string;
let removePackage: () => void;
/** The dashboard's and the issuer's. */
let database: EmptyDatabase;
let issuer: Copy;
let sandbox: Sandbox;
let nginx: Nginx;
let origin: string;
let settings: Record<string, string>;
/** Two browsers of the same person; nginx gives each its own copy. */
let browsers: [BrowserContext, BrowserContext];
let cardId: string;
let acknowledgedNotes = 0;
const copies: { port: number; copy: Copy }[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const [first = 0, second = 0, http = 0, https = 0, sandboxPort = 0] = await findFreePorts(5);
  ({ folder, remove: removePackage } = await unpackPackage());
  const parent = dirname(folder);
  // A real one takes minutes to build (docs/testing.md).
  previous = process.env.CARDWELL_PREVIOUS_PACKAGE ?? join(parent, "previous");
  if (!process.env.CARDWELL_PREVIOUS_PACKAGE) copyAsOtherBuild(folder, previous);
  database = await createDatabase();
  const dataDir = makeDataFolder(parent);
  origin = `https://localhost:${https}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  issuer = await startUntilReady(
    folder,
    "programs/sandbox/cardwell-sandbox.mjs",
    {
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
    },
    `${sandboxUrl}/openapi.json`,
  );
  sandbox = new Sandbox({ url: sandboxUrl, apiKey: DEMO_API_KEY });
  await sandbox.reset({ scenario: "empty" });
  settings = {
    CARD_API_URL: sandboxUrl,
    CARD_API_KEY: DEMO_API_KEY,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    NEXTAUTH_URL: origin,
    NEXTAUTH_SECRET: "a secret of the packaged dashboard, long enough",
    WEBHOOK_TOKEN: "a token of the packaged dashboard",
    TRUST_PROXY: "1",
  };
  for (const port of [first, second]) copies.push({ port, copy: await startCopy(previous, port) });
  mkdirSync(join(parent, "nginx"));
  nginx = await startNginx(join(parent, "nginx"), { http, https, copies: [first, second] });
  cardId = (await sandbox.issueCard({ holder: "Grace Hopper" })).id;
});
test.afterAll(async () => {
  for (const context of browsers ?? []) await context.close();
  await nginx?.stop();
  for (const { copy } of copies) await copy.stop();
  await issuer?.stop();
  await database?.drop();
  removePackage?.();
});

test.afterEach(() => {
  if (test.info().status === test.info().expectedStatus) return;
  const logs = [...copies.map(({ copy }) => copy.output()), nginx.errors(), nginx.answers().join("\n")];
  writeFileSync(test.info().outputPath("copies-and-nginx.log"), logs.join("\n\n"));
});

function startCopy(build: string, port: number): Promise<Copy> {
  const env = { ...settings, PORT: String(port) };
  return startUntilReady(build, "server.js", env, `http://127.0.0.1:${port}/api/health/ready`);
}

test("the first admin is set up by a task of the package and signs in", { tag: "@full" }, async ({
  browser,
}) => {
  const output = execFileSync(
    process.execPath,
    [join(folder, "tasks.js"), "setup", "--name", "Ada Lovelace", "--email", EMAIL],
    { cwd: "/", env: bareEnvironment(settings), encoding: "utf8" },
  );
  const [link = ""] = output.match(/https:\/\/\S+\/welcome\/\S+/) ?? [];
  const openBrowser = () => browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true });
  const first = await openBrowser();
  const page = await first.newPage();
  await page.goto(link);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.close();

  for (let attempt = 0; attempt < 20; attempt += 1) {
    const second = await openBrowser();
    const { status } = await signInOverHttp(second.request, { email: EMAIL, password: PASSWORD });
    expect(status).toBe(200);
    if ((await copyOf(first)) !== (await copyOf(second))) {
      browsers = [first, second];
      return;
    }
    await second.close();
  }
  throw new Error("nginx gives all browsers the same copy");
});

/** The address of the copy that answers this browser. */
async function copyOf({ request }: BrowserContext): Promise<string> {
  const path = `/api/cards/${randomUUID()}`;
  await request.get(path);
  const findAnswer = () => nginx.answers().find((line) => line.endsWith(path));
  // nginx writes the line after it has sent the answer.
  await expect.poll(findAnswer).toBeDefined();
  const [, copy = ""] = findAnswer()?.split(" ") ?? [];
  return copy;
}

/** Freezes or unfreezes on one page and sees it on the other, without a reload. */
async function toggleFreeze(actor: CardPage, watcher: CardPage): Promise<void> {
  const isFrozen = (await actor.status.textContent()) === "Frozen";
  await (isFrozen ? actor.unfreezeButton : actor.freezeButton).click();
  await actor.button(isFrozen ? "Unfreeze" : "Freeze").click();
  for (const cardPage of [actor, watcher])
    await expect(cardPage.status).toHaveText(isFrozen ? "Active" : "Frozen");
}

async function openCardPages(): Promise<[CardPage, CardPage]> {
  const cardPages: [CardPage, CardPage] = [
    new CardPage(await browsers[0].newPage()),
    new CardPage(await browsers[1].newPage()),
  ];
  for (const cardPage of cardPages) await cardPage.openConnected(cardId);
  return cardPages;
}

/** Replaces all copies while both browsers are busy. */
async function replaceUnderLoad(build: string): Promise<void> {
  const loads = browsers.map(({ request }) => startSteadyLoad(request, previous, `card:${cardId}`));
  await Promise.all(loads.map(({ underWay }) => underWay));
  await sleep(LOAD_MS);
  for (const entry of copies) {
    expect(await entry.copy.stop(), entry.copy.output()).toBe(143);
    entry.copy = await startCopy(build, entry.port);
    await sleep(LOAD_MS);
  }
  for (const load of loads) {
    const { requests, notes, failures } = await load.stop();
    expect(failures).toEqual([]);
    expect(Math.min(requests, notes)).toBeGreaterThan(0);
    acknowledgedNotes += notes;
    test.info().annotations.push({ type: "requests", description: String(requests) });
  }
  expect(await countNotes(), "each note that was acknowledged, once").toBe(acknowledgedNotes);
}

test("a rolling upgrade under load fails no request, and open pages become those of the new version", {
  tag: "@full",
}, async () => {
  test.setTimeout(300_000);
  const [here, there] = await openCardPages();
  const [before, after] = [previous, folder].map((build) =>
    readFileSync(join(build, ".next/BUILD_ID"), "utf8"),
  );
  for (const { page } of [here, there]) expect((await page.content()).includes(before ?? "")).toBe(true);
  await toggleFreeze(here, there);
  await replaceUnderLoad(folder);
  // The first refresh of a page gets data of another build, so Next loads the whole page.
  // Reading fails while the page is being replaced.
  for (const { page } of [here, there])
    await expect.poll(() => page.content().catch(() => "")).toContain(after ?? "");
  await toggleFreeze(there, here);
  for (const { page } of [here, there]) await page.close();
});

test("actions and live events work across the copies", { tag: "@full" }, async () => {
  const [here, there] = await openCardPages();
  expect(await copyOf(browsers[0])).not.toBe(await copyOf(browsers[1]));
  await toggleFreeze(here, there);
  await toggleFreeze(there, here);
  for (const { page } of [here, there]) await page.close();
});

test("a rolling restart under load fails no request and loses no event", { tag: "@full" }, async () => {
  test.setTimeout(300_000);
  const [here, there] = await openCardPages();
  await replaceUnderLoad(folder);
  await toggleFreeze(here, there);
  for (const { page } of [here, there]) await page.close();
});

test("a copy that is not ready yet keeps nobody waiting", { tag: "@full" }, async () => {
  test.setTimeout(120_000);
  const [, entry] = copies;
  if (!entry) throw new Error("There is no second copy");
  await entry.copy.stop();
  // As a long migration of another copy would.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin; lock table migrations in access exclusive mode");
  const earlierErrors = nginx.errors().length;
  const starting = startCopy(folder, entry.port);
  await expect(async () => {
    for (const { request } of browsers)
      expect((await request.get("/api/index-state", { timeout: 5_000 })).status()).toBe(200);
    expect(nginx.errors().slice(earlierErrors)).toContain("Connection reset by peer");
  }).toPass({ timeout: 45_000 });
  await client.query("commit");
  await client.end();
  entry.copy = await starting;
});

test("a page whose code is gone since an upgrade is loaded again", { tag: "@full" }, async () => {
  const [here, there] = await openCardPages();
  let isGone = true;
  await here.page.route("**/_next/static/chunks/**", (route) =>
    isGone ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  here.page.on("request", (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await here.blockButton.click();
  await expect.poll(() => isGone).toBe(false);
  await expect(here.heading).toBeVisible();
  await here.blockButton.click();
  await expect(here.dialog).toBeVisible();
  for (const { page } of [here, there]) await page.close();
});

async function countNotes(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("select count(*)::int as count from notes");
  await client.end();
  return rows[0].count;
}
