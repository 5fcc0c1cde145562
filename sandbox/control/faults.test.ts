import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { listen, openTestSandbox, type TestSandbox } from "@/testing/sandbox";

let world: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  world = await openTestSandbox();
  server = await listen(world);
});
afterEach(async () => {
  await send("DELETE", "/sandbox/faults");
});
afterAll(async () => {
  await server.close();
  await world.close();
});

// Faults belong to one app instance, so these calls go through the port.
function send(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  return fetch(server.origin + path, {
    method,
    ...(signal && { signal }),
    headers: { [API_KEY_HEADER]: world.sandbox.config.apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const addFault = async (request: object) => (await send("POST", "/sandbox/faults", request)).json();
const list = () => send("GET", `${API_PREFIX}/cards/`);
const create = (signal?: AbortSignal) =>
  send("POST", `${API_PREFIX}/cards/`, sampleConsumerRequest(), signal);
const count = async () => (await (await list()).json()).count;
const isDropped = (response: Promise<Response>) =>
  response.then(
    async (response) =>
      response.text().then(
        () => false,
        () => true,
      ),
    () => true,
  );

describe("each fault, as the client sees it", () => {
  test("status: returns the status, the error body and Retry-After, and changes nothing", async () => {
    const before = await count();
    await addFault({ method: "POST", fault: { type: "status", status: 429, retryAfterSeconds: 7 } });
    const response = await create();
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await response.json()).toEqual({ code: 429, message: expect.any(String), status: "failed" });
    for (const status of [400, 500, 503, 599]) {
      await addFault({ fault: { type: "status", status } });
      const other = await list();
      expect([other.status, other.headers.get("retry-after")]).toEqual([status, null]);
    }
    expect(await count()).toBe(before);
  });

  test("delay: returns the correct response after a delay", async () => {
    await addFault({ fault: { type: "delay", ms: 150 } });
    const startedAt = performance.now();
    const response = await list();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(149);
    expect((await response.json()).results).toBeInstanceOf(Array);
  });

  test("drop: drops the connection and changes nothing", async () => {
    const before = await count();
    await addFault({ method: "POST", fault: { type: "drop" } });
    expect(await isDropped(create())).toBe(true);
    expect(await count()).toBe(before);
  });

  test("commit-then-drop: commits, then drops the connection", async () => {
    const before = await count();
    await addFault({ method: "POST", fault: { type: "commit-then-drop" } });
    expect(await isDropped(create())).toBe(true);
    expect(await count()).toBe(before + 1);
  });

  test("commit-then-delay: commits immediately and delays the response", async () => {
    const before = await count();
    await addFault({ method: "POST", fault: { type: "commit-then-delay", ms: 60_000 } });
    const controller = new AbortController();
    const response = create(controller.signal).then(
      () => "responded",
      () => "aborted",
    );
    await expect.poll(count).toBe(before + 1);
    controller.abort();
    expect(await response).toBe("aborted");
  });

  test("rubbish: returns 200 with a body that is not JSON, or with the requested body", async () => {
    await addFault({ fault: { type: "rubbish" } });
    const html = await list();
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html"]);
    await expect(html.json()).rejects.toThrow();
    await addFault({ fault: { type: "rubbish", body: '{"results":7}', contentType: "application/json" } });
    expect(await (await list()).json()).toEqual({ results: 7 });
  });

  test("slow-body: sends half of the response, and the rest after a delay", async () => {
    await create();
    const fullBody = await (await list()).text();
    await addFault({ fault: { type: "slow-body", ms: 200 } });
    // Measured from before the request: on a busy machine the first half can arrive late, which shortens the rest.
    const startedAt = performance.now();
    const response = await list();
    const chunks: { at: number; bytes: number }[] = [];
    for await (const chunk of response.body ?? []) {
      chunks.push({ at: performance.now() - startedAt, bytes: chunk.length });
    }
    expect(chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(fullBody.length);
    expect(chunks[0]?.bytes).toBe(Math.floor(fullBody.length / 2));
    expect(chunks.at(-1)?.at).toBeGreaterThanOrEqual(190);
  });

  test("truncate: sends half of the response, then drops the connection", async () => {
    await addFault({ fault: { type: "truncate" } });
    const response = await list();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test("the next call is not affected", async () => {
    for (const fault of [{ type: "drop" }, { type: "truncate" }, { type: "commit-then-drop" }]) {
      await addFault({ fault });
      expect(await isDropped(list())).toBe(true);
      expect((await list()).status).toBe(200);
    }
  });
});

test("a dropped connection is not logged as an error of the sandbox", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  for (const fault of [{ type: "drop" }, { type: "truncate" }, { type: "commit-then-drop" }]) {
    await addFault({ fault });
    expect(await isDropped(list())).toBe(true);
  }
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

describe("matching", () => {
  const status = (code: number) => ({ type: "status", status: code });

  test("a fault applies to as many calls as requested, the oldest fault first", async () => {
    await addFault({ times: 2, fault: status(501) });
    await addFault({ fault: status(502) });
    const seen: number[] = [];
    for (let call = 0; call < 4; call++) seen.push((await list()).status);
    expect(seen).toEqual([501, 501, 502, 200]);
  });

  test("a fault applies only to its method and path", async () => {
    await addFault({ method: "POST", path: "/cards/", fault: status(503) });
    await addFault({ method: "PUT", path: "/freeze/", fault: status(504) });
    expect((await list()).status).toBe(200);
    expect((await send("PUT", `${API_PREFIX}/cards/x/block/`, { reason: "x" })).status).toBe(404);
    expect((await send("PUT", `${API_PREFIX}/cards/x/freeze/`, { freeze: true })).status).toBe(504);
    expect((await create()).status).toBe(503);
    expect((await create()).status).toBe(201);
  });

  test("a fault never applies to control calls, so that it can be cleared", async () => {
    await addFault({ times: 5, fault: { type: "drop" } });
    expect((await send("GET", "/sandbox/health")).status).toBe(200);
    expect((await (await send("GET", "/sandbox/faults")).json()).faults).toHaveLength(1);
  });

  test("a call without the key gets 401 and doesn't use up the fault", async () => {
    await addFault({ fault: { type: "drop" } });
    expect((await fetch(`${server.origin}${API_PREFIX}/cards/`)).status).toBe(401);
    expect(await isDropped(list())).toBe(true);
  });

  test("a fault can apply to a report download", async () => {
    await addFault({ path: "/downloads/", fault: status(502) });
    expect((await fetch(`${server.origin}/downloads/x.csv`)).status).toBe(502);
    expect((await fetch(`${server.origin}/downloads/x.csv`)).status).toBe(403);
  });

  test("faults are listed with their remaining count, and can be cleared", async () => {
    const added = await addFault({ method: "GET", path: "/cards/", times: 3, fault: status(503) });
    expect(added).toEqual({
      id: expect.any(Number),
      method: "GET",
      path: "/cards/",
      times: 3,
      fault: status(503),
    });
    await list();
    expect(await (await send("GET", "/sandbox/faults")).json()).toEqual({ faults: [{ ...added, times: 2 }] });
    expect(await (await send("DELETE", "/sandbox/faults")).json()).toEqual({ cleared: 1 });
    expect((await list()).status).toBe(200);
    expect(await (await send("GET", "/sandbox/faults")).json()).toEqual({ faults: [] });
  });

  test("an invalid fault is rejected", async () => {
    const invalid = [
      {},
      { fault: { type: "earthquake" } },
      { fault: { type: "status", status: 200 } },
      { fault: { type: "status", status: 600 } },
      { fault: { type: "delay" } },
      { fault: { type: "delay", ms: -1 } },
      { times: 0, fault: { type: "drop" } },
      { method: "FETCH", fault: { type: "drop" } },
    ];
    for (const request of invalid) expect((await send("POST", "/sandbox/faults", request)).status).toBe(400);
    expect((await list()).status).toBe(200);
  });
});
