import { afterAll, beforeAll, expect, test } from "vitest";
import type { CardDesign } from "@/lib/contract/card-design";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { describeRows } from "./rows";

let world: TestSandbox;
let designs: CardDesign[];

beforeAll(async () => {
  world = await openTestSandbox({ pageSize: 2 });
  designs = (await world.api("GET", "/card-design/")).body.cardDesigns;
  for (let count = 0; count < 5; count++) await world.api("POST", "/cards/", sampleConsumerRequest());
});
afterAll(() => world.close());

const sorted = (record: object) => Object.keys(record).sort();

test("2.3 a Card design has exactly the five fields", () => {
  expect(designs.length).toBeGreaterThan(5);
  for (const design of designs) {
    expect(sorted(design)).toEqual(["default", "embossNameSupported", "id", "name", "stock"]);
  }
});

describeRows("2.3 Card design", {
  id: async () => {
    for (const { id } of designs) expect(id).toMatch(/^\S+$/);
    expect(new Set(designs.map(({ id }) => id)).size).toBe(designs.length);
  },
  name: async () => {
    for (const { name } of designs) expect(name).toMatch(/\w/);
  },
  stock: async () => {
    for (const { stock } of designs) expect(stock).toBeTypeOf("boolean");
    expect(designs.filter(({ stock }) => !stock)).toHaveLength(1);
  },
  default: async () => {
    for (const design of designs) expect(design.default).toBeTypeOf("boolean");
    expect(designs.filter((design) => design.default)).toHaveLength(1);
  },
  embossNameSupported: async () => {
    const values = new Set(designs.map(({ embossNameSupported }) => embossNameSupported));
    expect(values).toEqual(new Set([true, false]));
  },
});

test("2.4 the envelope has exactly the four fields, on both lists, full or empty", async () => {
  for (const path of ["/cards/", "/cards/?page=99", "/transactions/"]) {
    const { body } = await world.api("GET", path);
    expect(sorted(body)).toEqual(["count", "next", "previous", "results"]);
  }
});

describeRows("2.4 List envelope", {
  results: async () => {
    const { body } = await world.api("GET", "/cards/");
    expect(body.results).toHaveLength(2);
    expect((await world.api("GET", "/transactions/")).body.results).toEqual([]);
  },
  count: async () => {
    for (const page of [1, 2, 3, 4]) {
      expect((await world.api("GET", `/cards/?page=${page}`)).body.count).toBe(5);
    }
    expect((await world.api("GET", "/transactions/")).body.count).toBe(0);
  },
  next: async () => {
    const first = await world.api("GET", "/cards/");
    expect(new URL(first.body.next).searchParams.get("page")).toBe("2");
    expect((await world.api("GET", "/cards/?page=3")).body.next).toBeNull();
    expect((await world.api("GET", "/transactions/")).body.next).toBeNull();
  },
  previous: async () => {
    const third = await world.api("GET", "/cards/?page=3");
    expect(new URL(third.body.previous).searchParams.get("page")).toBe("2");
    expect((await world.api("GET", "/cards/")).body.previous).toBeNull();
  },
});

describeRows("2.5 File request acknowledgement", {
  message: async () => {
    const { body } = await world.api("GET", "/files/daily/?date=2024-01-31");
    expect(sorted(body)).toEqual(["message", "reference_id"]);
    expect(body.message).toMatch(/\w/);
  },
  reference_id: async () => {
    const request = () => world.api("GET", "/files/daily/?date=2024-01-31");
    const [first, second] = [await request(), await request()];
    expect(first.body.reference_id).toMatch(/^\S+$/);
    expect(second.body.reference_id).not.toBe(first.body.reference_id);
  },
});

/** One error response of each kind. */
async function errorResponses() {
  const missing = "/cards/00000000-0000-7000-8000-000000000000/";
  return Promise.all([
    world.api("POST", "/cards/", {}),
    world.api("GET", "/cards/", undefined, { "x-payments-api-key": "wrong" }),
    world.api("GET", missing),
    world.api("GET", "/nothing-here/"),
    world.api("DELETE", "/cards/"),
  ]);
}

describeRows("2.6 Error body", {
  code: async () => {
    for (const { status, body } of await errorResponses()) {
      expect(sorted(body)).toEqual(["code", "message", "status"]);
      expect(body.code).toBe(status);
    }
    expect((await errorResponses()).map(({ status }) => status)).toEqual([400, 401, 404, 404, 405]);
  },
  message: async () => {
    for (const { body } of await errorResponses()) expect(body.message).toMatch(/^\S.*\S$/);
  },
  status: async () => {
    for (const { body } of await errorResponses()) expect(body.status).toBe("failed");
  },
});
