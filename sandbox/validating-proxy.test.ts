import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import { findFreePorts } from "@/scripts/ports.mjs";
import { sampleBusinessRequest, sampleConsumerRequest, sampleShipping } from "@/testing/arbitraries";
import type { RunningSandbox } from "./package/index";
import { startSandbox } from "./start-sandbox";

// Another program, which reads only the OpenAPI document, checks every response on its way.

const ROOT = join(import.meta.dirname, "..");
const START_TIMEOUT_MS = 120_000;

let sandbox: RunningSandbox;
let proxy: ChildProcess;
let origin: string;
let folder: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), "cardwell-openapi-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, await (await fetch(`${sandbox.url}/openapi.json`)).text());
  const [port] = await findFreePorts(1);
  origin = `http://127.0.0.1:${port}`;
  const target = sandbox.url.replace("localhost", "127.0.0.1");
  proxy = spawn(join(ROOT, "node_modules/.bin/prism"), ["proxy", file, target, "--port", String(port)], {
    stdio: "ignore",
  });
  const isUp = () =>
    fetch(`${origin}${API_PREFIX}/card-design/`).then(
      () => true,
      () => false,
    );
  await vi.waitFor(async () => expect(await isUp()).toBe(true), { timeout: START_TIMEOUT_MS, interval: 100 });
}, START_TIMEOUT_MS);
afterAll(async () => {
  proxy.kill();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

type Violation = { location: string[]; severity: string; message: string };

async function call(key: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${origin}${API_PREFIX}${path}`, {
    method,
    headers: { [API_KEY_HEADER]: key, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const violations: Violation[] = JSON.parse(response.headers.get("sl-violations") ?? "[]");
  const ofResponse = violations.filter(({ location: [where] }) => where === "response");
  expect(ofResponse, `${method} ${path}`).toEqual([]);
  return { status: response.status, body: await response.json() };
}

async function control(key: string, path: string, body: object): Promise<void> {
  const init = { method: "POST", headers: { [API_KEY_HEADER]: key }, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/sandbox${path}`, init);
  expect(response.ok).toBe(true);
}

test("the proxy finds a response that violates the document", async () => {
  const key = sandbox.keyOf("wrong");
  await control(key, "/faults", {
    fault: { type: "rubbish", body: '{"results":7}', contentType: "application/json" },
  });
  await expect(call(key, "GET", "/cards/")).rejects.toThrow("GET /cards/");
});

const WORLDS: Record<string, () => Promise<string>> = {
  "the default world": async () => sandbox.key,
  "a world made by its key": async () => sandbox.keyOf("by-key"),
  "an empty world": async () => {
    await control(sandbox.key, "/worlds", { name: "empty", scenario: "empty" });
    return sandbox.keyOf("empty");
  },
  "a copy of a world": async () => {
    await control(sandbox.key, "/worlds", { name: "copied", from: "cardwell" });
    return sandbox.keyOf("copied");
  },
  "a restored world": async () => {
    const key = sandbox.keyOf("restored");
    await control(key, "/snapshots", { name: "start" });
    await call(key, "POST", "/cards/", sampleConsumerRequest());
    await control(key, "/snapshots/start/restore", {});
    return key;
  },
};

describe.each(Object.entries(WORLDS))("%s", (_name, open) => {
  test("answers every endpoint as the document says", async () => {
    const key = await open();
    for (const request of [sampleConsumerRequest(), sampleBusinessRequest()])
      expect((await call(key, "POST", "/cards/", request)).status).toBe(201);
    const { body: physical } = await call(
      key,
      "POST",
      "/cards/",
      sampleConsumerRequest({ cardType: "physical" }),
    );
    const { body: list } = await call(key, "GET", "/cards/");
    for (const { id } of list.results.slice(0, 5))
      expect((await call(key, "GET", `/cards/${id}/`)).status).toBe(200);
    for (const query of ["page=1", "page=9999", "min_created=2026-01-01&max_created=2026-12-31", "page=x"])
      for (const path of ["cards", "transactions"]) await call(key, "GET", `/${path}/?${query}`);

    const card = `/cards/${physical.id}`;
    expect((await call(key, "PUT", `${card}/freeze/`, { freeze: true })).status).toBe(200);
    expect(
      (await call(key, "PUT", `${card}/replace/`, { shippingInformation: sampleShipping() })).status,
    ).toBe(200);
    expect((await call(key, "PUT", `${card}/replace/`, {})).status).toBe(400);
    expect((await call(key, "PUT", `${card}/block/`, { reason: "fraud suspected" })).status).toBe(200);
    expect((await call(key, "PUT", `${card}/freeze/`, { freeze: true })).status).toBe(400);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", "freeze/"],
      ["PUT", "block/"],
      ["PUT", "replace/"],
    ] as const)
      expect(
        (
          await call(
            key,
            method,
            `/cards/00000000-0000-7000-8000-000000000000/${path}`,
            method === "PUT" ? { freeze: true, reason: "lost" } : undefined,
          )
        ).status,
      ).toBe(404);
    expect((await call(key, "POST", "/cards/", { customerType: "Consumer" })).status).toBe(400);

    const { body: designs } = await call(key, "GET", "/card-design/");
    await call(key, "GET", `/card-design/${designs.cardDesigns[0].id}/`);
    expect((await call(key, "GET", "/card-design/none/")).status).toBe(400);
    for (const type of REPORT_TYPES) await call(key, "GET", `/files/${type}/?date=2026-01-31`);
    expect((await call(key, "GET", "/files/daily/?date=2999-01-01")).status).toBe(400);
    expect((await call("wrong", "GET", "/cards/")).status).toBe(401);
  });
});
