import { afterAll, beforeAll, expect } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { sampleConsumerRequest, sampleShipping, withValueAt } from "@/testing/arbitraries";
import { type Method, openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { describeRows } from "./rows";

const FAILED = { code: expect.any(Number), message: expect.any(String), status: "failed" };

let world: TestSandbox;
let cardId: string;

beforeAll(async () => {
  world = await openTestSandbox({ pageSize: 3 });
  cardId = (await world.api("POST", "/cards/", sampleConsumerRequest())).body.id;
});
afterAll(() => world.close());

const retrieve = async () => (await world.api("GET", `/cards/${cardId}/`)).body;

describeRows("Our interpretation: Transport", {
  Base: async () => {
    const calls: [Method, string, unknown?][] = [
      ["GET", "/cards"],
      ["GET", `/cards/${cardId}`],
      ["PUT", `/cards/${cardId}/freeze`, { freeze: false }],
      ["PUT", `/cards/${cardId}/replace`, { renewOption: "IDENTICAL_TO_THE_CURRENT_CARD" }],
      ["GET", "/transactions"],
      ["GET", "/card-design"],
      ["GET", "/card-design/dsg_ember"],
    ];
    for (const [method, path, body] of calls) {
      const [without, withSlash] = [
        await world.api(method, path, body),
        await world.api(method, `${path}/`, body),
      ];
      expect([path, without.status]).toEqual([path, 200]);
      expect(without.body).toStrictEqual(withSlash.body);
    }
    expect((await world.call("GET", "/cards/")).status).toBe(404);
    expect((await world.call("GET", "/api/v2/merchant/cards/")).status).toBe(404);
  },
  Auth: async () => {
    const paths = ["/nothing", "/api/v1/merchant/none/", "/api", "/sandbox/clock", "/sandbox/none"];
    for (const path of [...paths, "/downloads", "/downloads/", `${API_PREFIX}/cards/`]) {
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
        const answer = await world.request(path, { method });
        expect(answer.status, `${method} ${path}`).toBe(401);
        expect(await answer.json()).toEqual({ ...FAILED, code: 401 });
      }
    }
    const tooLarge = await world.request(`${API_PREFIX}/cards/`, {
      method: "POST",
      body: "x".repeat(2_000_000),
    });
    expect(tooLarge.status).toBe(401);
  },
  "Error body": async () => {
    const answers = [
      await world.api("POST", "/cards/", "{"),
      await world.api("GET", "/cards/", undefined, { [API_KEY_HEADER]: "no" }),
      await world.api("GET", "/cards/none/"),
      await world.call("GET", "/nothing/"),
      await world.call("POST", "/sandbox/reset", { scenario: "none" }),
    ];
    for (const { status, body, headers } of answers) {
      expect(body).toEqual({ ...FAILED, code: status });
      expect(headers.get("content-type")).toContain("application/json");
    }
    const wrongMethod = await world.api("PATCH", `/cards/${cardId}/`);
    expect([wrongMethod.status, wrongMethod.body]).toEqual([405, { ...FAILED, code: 405 }]);
    expect(wrongMethod.headers.get("allow")).toBe("GET");
    expect((await world.api("DELETE", "/cards/")).headers.get("allow")?.split(", ").sort()).toEqual([
      "GET",
      "POST",
    ]);
    expect((await world.api("GET", `/cards/${cardId}/block/`)).headers.get("allow")).toBe("PUT");
  },
  "Bad JSON, non-object body, wrong type": async () => {
    const before = await retrieve();
    const paths: [Method, string][] = [
      ["POST", "/cards/"],
      ["PUT", `/cards/${cardId}/freeze/`],
      ["PUT", `/cards/${cardId}/block/`],
      ["PUT", `/cards/${cardId}/replace/`],
    ];
    for (const [method, path] of paths) {
      for (const text of [
        "{",
        "{'freeze': true}",
        "undefined",
        "NaN",
        '{"a":1}{',
        "\u0000",
        "[1,",
        "﻿\u0001",
      ]) {
        const { status, body } = await world.api(method, path, text);
        expect([status, body.message], text).toEqual([400, "body: must be valid JSON"]);
      }
      for (const text of ["null", "[]", "7", '"text"', "true", "[{}]"]) {
        const { status, body } = await world.api(method, path, text);
        expect([text, status]).toEqual([text, 400]);
        expect(body.message).toMatch(/^body: must be an? (JSON )?object$/);
      }
    }
    const wrong = withValueAt(sampleConsumerRequest(), "kyc.residentialAddress.country", "GB");
    expect((await world.api("POST", "/cards/", wrong)).body.message).toBe(
      "kyc.residentialAddress.country: must be an ISO 3166-1 alpha-3 code",
    );
    expect(await retrieve()).toStrictEqual(before);
  },
  "Unknown body fields": async () => {
    const extra = { nickname: "x", id: "mine", status: "BLOCKED", constructor: 1, toString: null };
    const request = {
      ...sampleConsumerRequest(),
      ...extra,
      meta: { ...sampleConsumerRequest().meta, vip: true },
    };
    const { status, body } = await world.api("POST", "/cards/", request);
    expect(status).toBe(201);
    expect(body.id).not.toBe("mine");
    expect(body.status).toBe("ACTIVE");
    expect(Object.keys(body)).toHaveLength(10);
    const polluted = `{"__proto__":{"freeze":true},"freeze":false,"extra":{"a":[1]}}`;
    expect((await world.api("PUT", `/cards/${cardId}/freeze/`, polluted)).status).toBe(200);
    expect((await world.api("PUT", `/cards/${cardId}/freeze/`, `{"__proto__":{"freeze":true}}`)).status).toBe(
      400,
    );
    expect((await retrieve()).status).toBe("ACTIVE");
  },
  "Card not found": async () => {
    const calls: [Method, string, unknown?][] = [
      ["GET", ""],
      ["PUT", "freeze/", { freeze: true }],
      ["PUT", "block/", { reason: "lost" }],
      ["PUT", "replace/", { shippingInformation: sampleShipping() }],
    ];
    for (const id of ["0198c1f0-0000-7000-8000-000000000000", "x", cardId.slice(0, -1), `${cardId}0`]) {
      for (const [method, verb, body] of calls) {
        const answer = await world.api(method, `/cards/${id}/${verb}`, body);
        expect([answer.status, answer.body.code]).toEqual([404, 404]);
      }
    }
  },
  "Design not found": async () => {
    const { status, body } = await world.api("GET", "/card-design/none/");
    expect([status, body.code]).toEqual([400, 400]);
  },
  created: async () => {
    expect((await retrieve()).created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
  },
});

type Page = {
  results: { id: string; created: string }[];
  count: number;
  next: string | null;
  previous: string | null;
};

describeRows("Our interpretation: Lists", {
  Order: async () => {
    await world.reset();
    for (const now of ["2031-01-02T00:00:00Z", "2031-01-01T00:00:00Z", "2031-01-03T00:00:00Z"]) {
      await world.setClock(now);
      for (let count = 0; count < 3; count++) await world.api("POST", "/cards/", sampleConsumerRequest());
    }
    const pages = await Promise.all([1, 2, 3].map((page) => world.api<Page>("GET", `/cards/?page=${page}`)));
    const keys = pages.flatMap(({ body }) => body.results).map(({ id, created }) => `${created} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(keys).toHaveLength(9);
  },
  "Page size": async () => {
    expect((await world.api<Page>("GET", "/cards/")).body.results).toHaveLength(3);
  },
  count: async () => {
    expect((await world.api<Page>("GET", "/cards/")).body.count).toBe(9);
    expect((await world.api<Page>("GET", "/cards/?max_created=2031-01-01")).body.count).toBe(3);
    expect((await world.api<Page>("GET", "/cards/?max_created=2030-01-01")).body.count).toBe(0);
  },
  "next, previous": async () => {
    const filter = "min_created=2031-01-01&max_created=2031-01-03";
    let address: string | null = `http://issuer.example:8080${API_PREFIX}/cards/?page=1&${filter}`;
    const walked: string[] = [];
    let last: Page | null = null;
    while (address) {
      const { body }: { body: Page } = await world.call<Page>("GET", address);
      walked.push(...body.results.map(({ id }) => id));
      if (body.next) {
        expect(body.next).toMatch(/^http:\/\/issuer\.example:8080\/api\/v1\/merchant\/cards\/\?/);
        expect(body.next).toContain(filter);
      }
      last = body;
      address = body.next;
    }
    expect(new Set(walked).size).toBe(9);
    const before = new URL(last?.previous ?? "");
    expect(Object.fromEntries(before.searchParams)).toEqual({
      page: "2",
      min_created: "2031-01-01",
      max_created: "2031-01-03",
    });
  },
  page: async () => {
    for (const page of ["0", "-3", "1.5", "two", "", "%00", "１"]) {
      expect((await world.api("GET", `/cards/?page=${page}`)).status, page).toBe(400);
    }
    for (const page of ["4", "1000000", "99999999999999999999", "9".repeat(400)]) {
      const { status, body } = await world.api<Page>("GET", `/cards/?page=${page}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ results: [], count: 9, next: null });
      expect(body.previous).toContain("page=3");
    }
  },
  "min_created, max_created": async () => {
    const days = async (query: string) =>
      (await world.api<Page>("GET", `/cards/?${query}`)).body.results.map(({ created }) =>
        created.slice(8, 10),
      );
    expect(await days("min_created=2031-01-02&max_created=2031-01-02")).toEqual(["02", "02", "02"]);
    expect(await days("min_created=2031-01-03")).toEqual(["03", "03", "03"]);
    expect(await days("max_created=2031-01-01")).toEqual(["01", "01", "01"]);
    for (const query of [
      "min_created=x",
      "max_created=2031-02-29",
      "min_created=2031-01-03&max_created=2031-01-02",
    ]) {
      expect((await world.api("GET", `/cards/?${query}`)).status).toBe(400);
    }
  },
});
