import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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

// Faults belong to the application behind the port, so that is where they are armed.
function send(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  return fetch(server.origin + path, {
    method,
    ...(signal && { signal }),
    headers: { [API_KEY_HEADER]: world.sandbox.config.apiKey },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const arm = async (request: object) => (await send("POST", "/sandbox/faults", request)).json();
const list = () => send("GET", `${API_PREFIX}/cards/`);
const create = (signal?: AbortSignal) =>
  send("POST", `${API_PREFIX}/cards/`, sampleConsumerRequest(), signal);
const count = async () => (await (await list()).json()).count;
const isDropped = (answer: Promise<Response>) =>
  answer.then(
    async (response) =>
      response.text().then(
        () => false,
        () => true,
      ),
    () => true,
  );

describe("each fault, seen from the other end of a connection", () => {
  test("status: that status with the error body and Retry-After; nothing is done", async () => {
    const before = await count();
    await arm({ method: "POST", fault: { type: "status", status: 429, retryAfterSeconds: 7 } });
    const answer = await create();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await answer.json()).toEqual({ code: 429, message: expect.any(String), status: "failed" });
    for (const status of [400, 500, 503, 599]) {
      await arm({ fault: { type: "status", status } });
      const other = await list();
      expect([other.status, other.headers.get("retry-after")]).toEqual([status, null]);
    }
    expect(await count()).toBe(before);
  });

  test("delay: the right answer, late", async () => {
    await arm({ fault: { type: "delay", ms: 150 } });
    const startedAt = performance.now();
    const answer = await list();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(149);
    expect((await answer.json()).results).toBeInstanceOf(Array);
  });

  test("drop: the connection dies and nothing is done", async () => {
    const before = await count();
    await arm({ method: "POST", fault: { type: "drop" } });
    expect(await isDropped(create())).toBe(true);
    expect(await count()).toBe(before);
  });

  test("commit-then-drop: it is done, and then the connection dies", async () => {
    const before = await count();
    await arm({ method: "POST", fault: { type: "commit-then-drop" } });
    expect(await isDropped(create())).toBe(true);
    expect(await count()).toBe(before + 1);
  });

  test("commit-then-delay: it is done at once, and the answer takes its time", async () => {
    const before = await count();
    await arm({ method: "POST", fault: { type: "commit-then-delay", ms: 60_000 } });
    const caller = new AbortController();
    const answer = create(caller.signal).then(
      () => "answered",
      () => "left",
    );
    await expect.poll(count).toBe(before + 1);
    caller.abort();
    expect(await answer).toBe("left");
  });

  test("rubbish: 200 with what is no JSON, or with what was asked for", async () => {
    await arm({ fault: { type: "rubbish" } });
    const html = await list();
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html"]);
    await expect(html.json()).rejects.toThrow();
    await arm({ fault: { type: "rubbish", body: '{"results":7}', contentType: "application/json" } });
    expect(await (await list()).json()).toEqual({ results: 7 });
  });

  test("slow-body: half of the answer, a pause, the rest", async () => {
    await create();
    const whole = await (await list()).text();
    await arm({ fault: { type: "slow-body", ms: 200 } });
    // From before the request: a busy machine may see the first half late, and then the pause is shorter from there.
    const startedAt = performance.now();
    const answer = await list();
    const chunks: { at: number; bytes: number }[] = [];
    for await (const chunk of answer.body ?? []) {
      chunks.push({ at: performance.now() - startedAt, bytes: chunk.length });
    }
    expect(chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(whole.length);
    expect(chunks[0]?.bytes).toBe(Math.floor(whole.length / 2));
    expect(chunks.at(-1)?.at).toBeGreaterThanOrEqual(190);
  });

  test("truncate: half of the answer, then the connection dies", async () => {
    await arm({ fault: { type: "truncate" } });
    const answer = await list();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test("any of them leaves the next call alone", async () => {
    for (const fault of [{ type: "drop" }, { type: "truncate" }, { type: "commit-then-drop" }]) {
      await arm({ fault });
      expect(await isDropped(list())).toBe(true);
      expect((await list()).status).toBe(200);
    }
  });
});

describe("which calls a fault is for", () => {
  const status = (code: number) => ({ type: "status", status: code });

  test("as many as it says, the oldest first", async () => {
    await arm({ times: 2, fault: status(501) });
    await arm({ fault: status(502) });
    const seen: number[] = [];
    for (let call = 0; call < 4; call++) seen.push((await list()).status);
    expect(seen).toEqual([501, 501, 502, 200]);
  });

  test("those of its method and of its part of the path", async () => {
    await arm({ method: "POST", path: "/cards/", fault: status(503) });
    await arm({ method: "PUT", path: "/freeze/", fault: status(504) });
    expect((await list()).status).toBe(200);
    expect((await send("PUT", `${API_PREFIX}/cards/x/block/`, { reason: "x" })).status).toBe(404);
    expect((await send("PUT", `${API_PREFIX}/cards/x/freeze/`, { freeze: true })).status).toBe(504);
    expect((await create()).status).toBe(503);
    expect((await create()).status).toBe(201);
  });

  test("never the control side, which is there to take it back", async () => {
    await arm({ times: 5, fault: { type: "drop" } });
    expect((await send("GET", "/sandbox/health")).status).toBe(200);
    expect((await (await send("GET", "/sandbox/faults")).json()).faults).toHaveLength(1);
  });

  test("not a caller without the key", async () => {
    await arm({ fault: { type: "drop" } });
    expect((await fetch(`${server.origin}${API_PREFIX}/cards/`)).status).toBe(401);
    expect(await isDropped(list())).toBe(true);
  });

  test("also the download of a report", async () => {
    await arm({ path: "/downloads/", fault: status(502) });
    expect((await fetch(`${server.origin}/downloads/x.csv`)).status).toBe(502);
    expect((await fetch(`${server.origin}/downloads/x.csv`)).status).toBe(403);
  });

  test("are listed with what is left of them, and cleared", async () => {
    const armed = await arm({ method: "GET", path: "/cards/", times: 3, fault: status(503) });
    expect(armed).toEqual({
      id: expect.any(Number),
      method: "GET",
      path: "/cards/",
      times: 3,
      fault: status(503),
    });
    await list();
    expect(await (await send("GET", "/sandbox/faults")).json()).toEqual({ faults: [{ ...armed, times: 2 }] });
    expect(await (await send("DELETE", "/sandbox/faults")).json()).toEqual({ cleared: 1 });
    expect((await list()).status).toBe(200);
    expect(await (await send("GET", "/sandbox/faults")).json()).toEqual({ faults: [] });
  });

  test("are refused when they make no sense", async () => {
    const wrong = [
      {},
      { fault: { type: "earthquake" } },
      { fault: { type: "status", status: 200 } },
      { fault: { type: "status", status: 600 } },
      { fault: { type: "delay" } },
      { fault: { type: "delay", ms: -1 } },
      { times: 0, fault: { type: "drop" } },
      { method: "FETCH", fault: { type: "drop" } },
    ];
    for (const request of wrong) expect((await send("POST", "/sandbox/faults", request)).status).toBe(400);
    expect((await list()).status).toBe(200);
  });
});
