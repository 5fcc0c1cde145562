import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import type { ExampleCall } from "./example-calls";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

test("the page needs no key and loads only its own files", async () => {
  const response = await sandbox.request("/");
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
  const html = await response.text();
  expect(html).toContain('data-key="sk_sandbox_cardwell"');
  expect(html).not.toMatch(/(https?:)?\/\/[a-z]/i);
  expect(html).not.toMatch(/<script>|<style|style=|\son\w+=/);
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
  expect(addresses).toEqual(["/page/icon.svg", "/page/page.css", "/page/page.mjs", "/docs", "/openapi.json"]);
  for (const address of addresses) expect((await sandbox.request(address)).status, address).toBe(200);
  const script = await sandbox.request("/page/page.mjs");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await script.text()).not.toMatch(/innerHTML|^import /m);
});

test("the page of a sandbox with a key of its own doesn't show it", async () => {
  for (const apiKey of ["a-secret", "sk_sandbox_team"]) {
    const own = await openTestSandbox({ apiKey });
    const html = await (await own.request("/")).text();
    expect(html).toContain('data-key=""');
    expect(html).not.toContain(apiKey);
    expect((await own.request("/sandbox/overview")).status).toBe(401);
    await own.close();
  }
});

const examples = async (): Promise<ExampleCall[]> =>
  (await sandbox.call("GET", "/sandbox/overview")).body.examples;

async function run(name: EndpointName): Promise<number> {
  const example = (await examples()).find((call) => call.name === name);
  if (!example) throw new Error(`There is no example of ${name}`);
  return (await sandbox.call(example.method, example.path, example.body ?? undefined)).status;
}

test("there is an example of every endpoint, and it works", async () => {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  expect((await examples()).map(({ name }) => name)).toEqual(names);
  expect((await examples()).filter(({ needsCard }) => needsCard).map(({ name }) => name)).toEqual([
    "retrieveCard",
    "freezeCard",
    "blockCard",
    "reissueCard",
  ]);
  for (const name of names) {
    // Each of them takes a card that is active.
    expect(await run("createCard")).toBe(201);
    expect([name, await run(name)]).toEqual([name, ENDPOINTS[name].success.status]);
  }
  expect((await examples()).some(({ needsCard }) => needsCard)).toBe(false);
});

test("the overview has the world, its faults, and its newest webhooks", async () => {
  await sandbox.call("POST", "/sandbox/faults", { fault: { type: "drop" } });
  await sandbox.call("DELETE", "/sandbox/faults");
  await sandbox.call("POST", "/sandbox/faults", { path: "/none/", fault: { type: "delay", ms: 5 } });
  await sandbox.setClock("2031-01-01T00:00:00Z");
  await sandbox.call("POST", "/sandbox/webhooks/send", { event: { eventName: "mine" } });
  const { body } = await sandbox.call("GET", "/sandbox/overview");
  expect(body).toMatchObject({
    name: "cardwell",
    scenario: "empty",
    faults: [{ path: "/none/", times: 1, fault: { type: "delay", ms: 5 } }],
    webhook: { url: "http://127.0.0.1:9/nobody-listens" },
  });
  expect(body.clock.now).toMatch(/^2031-01-01/);
  expect(body.webhook.deliveries[0]).toMatchObject({
    body: '{"eventName":"mine"}',
    attempts: [{ status: null }],
  });
  expect(JSON.stringify(body)).not.toContain("sk_sandbox_");
});
