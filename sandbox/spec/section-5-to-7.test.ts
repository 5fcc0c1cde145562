import { afterAll, beforeAll, expect, vi } from "vitest";
import { API_KEY_HEADER, API_PREFIX, ENDPOINTS } from "@/lib/contract/endpoints";
import { FilesEvent } from "@/lib/contract/webhook-event";
import { World } from "@/sandbox/worlds/world";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  type Method,
  openTestSandbox,
  openWebhookReceiver,
  pathOf,
  requestReport,
  type TestSandbox,
  type WebhookReceiver,
} from "@/testing/sandbox";
import { describeRows } from "./rows";

const NO_CARD = "0198c1f0-0000-7000-8000-000000000000";

let world: TestSandbox;
let receiver: WebhookReceiver;
let cardId: string;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  world = await openTestSandbox({
    webhook: { url: receiver.url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", retryMs: 20 },
  });
  cardId = (await world.api("POST", "/cards/", sampleConsumerRequest())).body.id;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

const everyEndpoint = () =>
  Object.values(ENDPOINTS).map(({ method, path }) => ({
    method: method as Method,
    path: path
      .replace("{cardId}", cardId)
      .replace("{cardDesignID}", "dsg_ember")
      .replace("{fileType}", "daily"),
  }));

describeRows("5 Authentication", {
  "x-payments-api-key": async () => {
    const { apiKey } = world.sandbox.config;
    for (const name of ["x-payments-api-key", "X-Payments-Api-Key"]) {
      const response = await world.request(`${API_PREFIX}/cards/`, { headers: { [name]: apiKey } });
      expect(response.status).toBe(200);
    }
    for (const headers of [{ authorization: `Bearer ${apiKey}` }, { "x-api-key": apiKey }]) {
      expect((await world.request(`${API_PREFIX}/cards/`, { headers })).status).toBe(401);
    }
    expect((await world.request(`${API_PREFIX}/cards/?${API_KEY_HEADER}=${apiKey}`)).status).toBe(401);
  },
  "a request whose authentication fails: 401": async () => {
    const { apiKey } = world.sandbox.config;
    const wrong = [undefined, "", "nope", "sk_sandbox_", `${apiKey} x`, apiKey.toUpperCase(), "é"];
    for (const key of wrong) {
      for (const { method, path } of everyEndpoint()) {
        const headers = key === undefined ? {} : { [API_KEY_HEADER]: key };
        const response = await world.request(`${API_PREFIX}${path}`, { method, headers });
        expect(response.status, `${method} ${path} with ${key}`).toBe(401);
        expect(await response.json()).toEqual({ code: 401, message: expect.any(String), status: "failed" });
      }
    }
    expect((await world.api("GET", `/cards/${cardId}/`)).body.status).toBe("ACTIVE");
  },
});

describeRows("6 Events", {
  files: async () => {
    const requestedAt = Date.now() / 1000;
    const event = await requestReport(world, receiver, "daily", "2024-01-31");
    expect(FilesEvent.strict().parse(event)).toEqual(event);
    expect(event.eventType).toBe("files");
    const { link, expireAt } = event.data;
    expect((await world.request(pathOf(link))).status).toBe(200);
    expect(expireAt - 300).toBeGreaterThan(requestedAt - 1);
    expect(expireAt - 300).toBeLessThanOrEqual(Date.now() / 1000);
    await world.setClock(new Date(expireAt * 1000).toISOString());
    expect((await world.request(pathOf(link))).status).toBe(410);
    await world.setClock(new Date().toISOString());
  },
});

describeRows("7 Known errors", {
  "400 59": async () => {
    const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest());
    await world.api("PUT", `/cards/${card.id}/block/`, { reason: "fraud suspected" });
    const { status, body } = await world.api("PUT", `/cards/${card.id}/freeze/`, { freeze: true });
    expect([status, body]).toEqual([400, { code: 59, message: expect.any(String), status: "failed" }]);
  },
  "404 404": async () => {
    const calls = [
      world.api("GET", `/cards/${NO_CARD}/`),
      world.api("PUT", `/cards/${NO_CARD}/freeze/`, { freeze: true }),
      world.api("PUT", `/cards/${NO_CARD}/block/`, { reason: "lost" }),
      world.api("PUT", `/cards/${NO_CARD}/replace/`, {}),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body]).toEqual([404, { code: 404, message: "Card not found", status: "failed" }]);
    }
  },
});

type Call = [Method, string, unknown?];

/** Also sends the successful call with a wrong key and with a broken database. */
async function expectCodes(success: Call, rejected: Call[], codes: number[]) {
  const [method, path, body] = success;
  const calls: Call[] = [success, ...rejected];
  const seen = new Set<number>();
  for (const call of calls) seen.add((await world.api(...call)).status);
  seen.add((await world.api(method, path, body, { [API_KEY_HEADER]: "wrong" })).status);
  if (codes.includes(500)) seen.add(await statusWhenBroken(success));
  expect(seen).toEqual(new Set(codes));
}

async function statusWhenBroken([method, path, body]: Call): Promise<number> {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const state = vi.spyOn(World.prototype, "state", "get").mockImplementation(() => {
    throw new Error("The state can't be read");
  });
  try {
    const response = await world.api(method, path, body);
    expect(response.body).toEqual({ code: 500, message: "Internal error", status: "failed" });
    return response.status;
  } finally {
    state.mockRestore();
    log.mockRestore();
  }
}

const card = (verb: string, id = cardId) => `/cards/${id}/${verb}/`;

describeRows("7 Status codes", {
  "Create card": () =>
    expectCodes(
      ["POST", "/cards/", sampleConsumerRequest()],
      [["POST", "/cards/", {}]],
      [201, 400, 401, 500],
    ),
  "List cards": () => expectCodes(["GET", "/cards/"], [["GET", "/cards/?page=0"]], [200, 400, 401, 500]),
  "List transactions": () =>
    expectCodes(["GET", "/transactions/"], [["GET", "/transactions/?page=x"]], [200, 400, 401, 500]),
  "Freeze card": () =>
    expectCodes(
      ["PUT", card("freeze"), { freeze: false }],
      [
        ["PUT", card("freeze"), {}],
        ["PUT", card("freeze", NO_CARD), { freeze: false }],
      ],
      [200, 400, 401, 404],
    ),
  "Block card": async () => {
    const { body } = await world.api("POST", "/cards/", sampleConsumerRequest());
    await expectCodes(
      ["PUT", card("block", body.id), { reason: "lost" }],
      [
        ["PUT", card("block", body.id), {}],
        ["PUT", card("block", NO_CARD), { reason: "lost" }],
      ],
      [200, 400, 401, 404, 500],
    );
  },
  "Reissue card": () =>
    expectCodes(
      ["PUT", card("replace"), {}],
      [
        ["PUT", card("replace"), { renewOption: "NONE" }],
        ["PUT", card("replace", NO_CARD), {}],
      ],
      [200, 400, 401, 404, 500],
    ),
  // It has no parameters, so it can't return the 400 that the spec lists.
  "List card designs": () => expectCodes(["GET", "/card-design/"], [], [200, 401, 500]),
  "Get card design": () =>
    expectCodes(["GET", "/card-design/dsg_ember/"], [["GET", "/card-design/none/"]], [200, 400, 401, 500]),
  "Request settlement file": () =>
    expectCodes(
      ["GET", "/files/daily/?date=2024-01-31"],
      [["GET", "/files/daily/?date=2999-01-31"]],
      [200, 400, 401, 500],
    ),
});

describeRows("7 Declined authorization", {
  "R8 on a blocked card": async () => {
    const { body } = await world.api("POST", "/cards/", sampleConsumerRequest());
    await world.api("PUT", card("block", body.id), { reason: "lost" });
    const { body: decision } = await world.call("POST", "/sandbox/authorizations", {
      cardId: body.id,
      amount: 1,
    });
    expect(decision).toMatchObject({ approved: false, code: "R8", transaction: { status: "DECLINED" } });
  },
});
