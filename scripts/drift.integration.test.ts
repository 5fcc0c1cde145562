import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { findFreePorts } from "./ports.mjs";
import { startIssuerProxy } from "./prove/issuer-proxy";
import { runCommand } from "./run-command";
import { UNSET_SETTINGS } from "./unset-settings";

// Runs `npm run drift` like an operator, on a real connection.

const LONG_TIMEOUT = { timeout: 180_000 };

let folder: string;
let closedPort: string;
let world: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;
let proxy: Awaited<ReturnType<typeof startIssuerProxy>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cardwell-drift-"));
  closedPort = String((await findFreePorts(1))[0]);
  world = await openTestSandbox();
  server = await listen(world);
  proxy = await startIssuerProxy(Number(new URL(server.origin).port));
  await world.call("POST", "/sandbox/reset", { scenario: "scale", cards: 7, transactions: 9 });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

async function drift(env: Record<string, string>, ...options: string[]) {
  const command = runCommand(process.execPath, ["scripts/task.mjs", "drift", ...options], {
    ...UNSET_SETTINGS,
    INIT_CWD: folder,
    ...env,
  });
  const code = await command.waitForExit();
  return { code, output: command.output() };
}

it("finds nothing at the sandbox, which it asks by default", LONG_TIMEOUT, async () => {
  const { code, output } = await drift({ SANDBOX_PORT: new URL(server.origin).port });
  expect(output).toContain("No differences found.");
  expect(output).not.toContain("not everything was asked");
  expect(code).toBe(0);
});

it("writes a report about a live issuer that has drifted", LONG_TIMEOUT, async () => {
  proxy.rewrite = (json) => {
    const { cardDesigns } = json as { cardDesigns?: object[] };
    return cardDesigns
      ? { ...(json as object), cardDesigns: cardDesigns.map((design) => ({ ...design, tier: "Gold" })) }
      : json;
  };
  const live = { CARD_API_KEY: world.sandbox.config.apiKey };
  const url = `http://localhost:${proxy.port}`;
  const { code, output } = await drift(live, "--url", url, "--calls", "4", "--json", "--output", "report.md");
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({
    issuer: url,
    calls: 4,
    findings: [{ kind: "unknown-field", call: "GET /card-design/", field: "cardDesigns[].tier" }],
  });
  const report = readFileSync(join(folder, "report.md"), "utf8");
  expect(report).toContain("### Unknown field: `GET /card-design/` `cardDesigns[].tier`");
  expect(report).toContain('- Example: `"Aaaa"`');
  expect(report + output).not.toContain(world.sandbox.config.apiKey);
});

it.each([
  [
    "a wrong key",
    () => ({ CARD_API_URL: server.origin, CARD_API_KEY: "sk_live_wrong_4711" }),
    "rejects the key (401)",
  ],
  ["no key", () => ({ CARD_API_URL: server.origin }), "CARD_API_KEY must be set"],
  [
    "plain http",
    () => ({ CARD_API_URL: "http://issuer.example", CARD_API_KEY: "sk_live_4711" }),
    "must use https",
  ],
  ["nobody who answers", () => ({ SANDBOX_PORT: closedPort }), "does not answer: ECONNREFUSED"],
])("says that it couldn't ask: %s", LONG_TIMEOUT, async (_, env, reason) => {
  const { code, output } = await drift(env());
  expect(output).toContain(reason);
  expect(output).not.toContain("4711");
  expect(code).toBe(2);
});
