import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { startDashboard } from "@/e2e/fixtures/dashboard";
import { startOnPostgres } from "@/e2e/fixtures/dashboard-on-postgres";
import { startNginx } from "@/e2e/fixtures/nginx";
import { DEMO_PASSWORD, emailOf, signInWithRole } from "@/e2e/fixtures/sign-in";
import { expect, test } from "@/e2e/fixtures/test";
import { SecurityPage } from "@/e2e/pages/security-page";
import { findChromium } from "@/scripts/chromium.mjs";
import { findFreePorts } from "@/scripts/ports.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const TIMEOUT_MS = 400_000;
const ADMIN = { SMOKE_EMAIL: emailOf("admin"), SMOKE_PASSWORD: DEMO_PASSWORD };

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cardwell-smoke-test-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As from a terminal, with nothing of this test run. */
async function smoke(args: string[], settings: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const CHROMIUM_PATH = (await findChromium()) ?? "";
  // NODE_ENV is only there for its type.
  const env: NodeJS.ProcessEnv = { PATH, HOME, CHROMIUM_PATH, NODE_ENV: "test", ...settings };
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      "npm",
      ["run", "--silent", "smoke", "--", ...args],
      { cwd: ROOT, env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

/** The names of the failed checks in a JUnit report. */
function listFailed(junit: string): (string | undefined)[] {
  const cases = junit.split("<testcase ").slice(1);
  return cases
    .filter((text) => /<(failure|error) /.test(text))
    .map((text) => /name="([^"]*)"/.exec(text)?.[1]);
}

/** An HTML report contains its data as an archive. */
function readHtmlReport(htmlFolder: string): string {
  const page = readFileSync(join(htmlFolder, "index.html"), "utf8");
  const [, archive = ""] = /data:application\/zip;base64,([\w+/=]+)/.exec(page) ?? [];
  return Object.values(unzipSync(Buffer.from(archive, "base64")))
    .map((file) => strFromU8(file))
    .join("\n");
}

test("a good deployment behind nginx passes, and nothing is changed but a session", { tag: "@full" }, async ({
  browser,
}) => {
  test.setTimeout(TIMEOUT_MS);
  const [http = 0, https = 0] = await findFreePorts(2);
  const origin = `https://localhost:${https}`;
  const dashboard = await startOnPostgres({ NEXTAUTH_URL: origin, TRUST_PROXY: "1" });
  const port = Number(new URL(dashboard.origin).port);
  mkdirSync(join(folder, "nginx"));
  const nginx = await startNginx(join(folder, "nginx"), { http, https, copies: [port, port] });
  try {
    const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true });
    await signInWithRole(context.request, "admin");
    const security = new SecurityPage(await context.newPage());
    await security.open();
    const { secret } = await security.createAuthenticator("Phone");
    await context.close();
    const readAudit = async () =>
      (await dashboard.database.query("select action from audit where phase <> 'begin' order by seq")).rows;
    const before = await readAudit();

    const files = ["--junit", join(folder, "smoke.xml"), "--html", join(folder, "html")];
    const { code, output } = await smoke(["--url", origin, "--insecure", ...files], {
      ...ADMIN,
      SMOKE_TOTP_SECRET: secret,
    });
    expect(output).toContain("27 passed");
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "smoke.xml"), "utf8")).toContain('tests="27" failures="0"');
    const report = readHtmlReport(join(folder, "html"));
    expect(report).toContain("a person can sign in");
    for (const confidential of [DEMO_PASSWORD, secret]) expect(output + report).not.toContain(confidential);
    expect((await readAudit()).slice(before.length)).toEqual([
      { action: "session.password" },
      { action: "session.confirm" },
      { action: "session.begin" },
      { action: "session.end" },
    ]);
  } finally {
    await nginx.stop();
    await dashboard.stop();
  }
});

const BROKEN = {
  "without its security headers": {
    options: async () => ({ withoutProxy: true }),
    failed: ["every response has the security headers", "only scripts with a nonce run"],
  },
  "without its issuer": {
    options: async () => ({ env: { SANDBOX_URL: `http://localhost:${await findFreePorts(1)}` } }),
    failed: [
      "it is ready, and the issuer is reachable",
      "Designs has rows, or says that it is empty",
      "the issuer answers",
      "the connection page shows the issuer, and the version",
    ],
  },
};
for (const [name, { options, failed }] of Object.entries(BROKEN))
  test(`a dashboard ${name} fails, and each reason is listed`, { tag: "@full" }, async () => {
    test.setTimeout(TIMEOUT_MS);
    const dashboard = await startDashboard(await options());
    try {
      const junit = join(folder, "smoke.xml");
      const { code } = await smoke(["--url", dashboard.origin, "--junit", junit], ADMIN);
      expect(code).toBe(1);
      expect(listFailed(readFileSync(junit, "utf8"))).toEqual(expect.arrayContaining(failed));
    } finally {
      await dashboard.stop();
    }
  });

test("a wrong password fails, and what needs a session is not checked", { tag: "@full" }, async ({
  world,
}) => {
  test.setTimeout(TIMEOUT_MS);
  const { code, output } = await smoke(["--url", world.dashboardUrl ?? ""], {
    ...ADMIN,
    SMOKE_PASSWORD: "not the password",
  });
  expect(code).toBe(1);
  expect(output).toContain("1 failed");
  expect(output).toContain("15 did not run");
});

test("says why it can't run", async () => {
  const [unused = 0] = await findFreePorts(1);
  const attempts = [
    { args: [], settings: ADMIN, reason: "--url must be the dashboard's URL" },
    { args: ["--url", "https://cards.example.com"], settings: {}, reason: "SMOKE_EMAIL and SMOKE_PASSWORD" },
    { args: ["--url", `http://localhost:${unused}`], settings: ADMIN, reason: "Can't connect to" },
    { args: ["--uri", "http://localhost"], settings: ADMIN, reason: "--uri" },
  ];
  for (const { args, settings, reason } of attempts) {
    const { code, output } = await smoke(args, settings);
    expect(output).toContain(reason);
    expect(code).toBe(2);
  }
});
