import { afterAll, beforeAll, expect } from "vitest";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestSandbox } from "@/testing/sandbox";
import { NOT_DATES } from "./fields";
import { describeRows } from "./rows";

// Two records are created at each instant: around midnight and at noon.
const INSTANTS = [
  "2031-03-10T00:00:00Z",
  "2031-03-10T23:59:50Z",
  "2031-03-11T00:00:00Z",
  "2031-03-11T12:00:00Z",
  "2031-03-12T23:59:50Z",
  "2031-04-01T00:00:00Z",
];

let world: TestSandbox;

beforeAll(async () => {
  world = await openTestSandbox({ pageSize: 5 });
  for (const instant of INSTANTS) {
    await world.setClock(instant);
    for (let count = 0; count < 2; count++) {
      const { body: card } = await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit: 10 }));
      await world.call("POST", "/sandbox/authorizations", { cardId: card.id, amount: 1 });
    }
  }
});
afterAll(() => world.close());

type List = "/cards/" | "/transactions/";
type Item = { id: string; created: string };

async function daysOf(list: List, query: string): Promise<string[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await world.api("GET", `${list}?${query}&page=${page}`);
    expect(status).toBe(200);
    items.push(...body.results);
    if (!body.next) break;
  }
  return items.map(({ created }) => created.slice(8, 10));
}

async function expectRejected(list: List, parameter: string, values: readonly string[]) {
  for (const value of values) {
    const { status, body } = await world.api("GET", `${list}?${parameter}=${encodeURIComponent(value)}`);
    expect(status, `${parameter}=${value}`).toBe(400);
    expect(body.message).toMatch(new RegExp(`^${parameter}: `));
  }
}

function rowsOf(list: List) {
  return {
    page: async () => {
      const pages = await Promise.all(
        ["", "?page=1", "?page=2", "?page=3", "?page=4"].map((query) => world.api("GET", `${list}${query}`)),
      );
      expect(pages.map(({ body }) => body.results.length)).toEqual([5, 5, 5, 2, 0]);
      expect(pages[0]?.body).toStrictEqual(pages[1]?.body);
      const ids = pages.slice(1).flatMap(({ body }) => body.results.map((item: Item) => item.id));
      expect(new Set(ids).size).toBe(12);
      await expectRejected(list, "page", ["0", "-1", "1.5", "one", "", " 1", "1e2", "0x1", "+1", "NaN"]);
    },
    min_created: async () => {
      expect(await daysOf(list, "min_created=2031-03-12")).toEqual(["01", "01", "12", "12"]);
      expect(await daysOf(list, "min_created=2031-04-01")).toEqual(["01", "01"]);
      expect(await daysOf(list, "min_created=2031-04-02")).toEqual([]);
      expect(await daysOf(list, "min_created=2031-03-11&max_created=2031-03-11")).toEqual(
        Array(4).fill("11"),
      );
      await expectRejected(list, "min_created", NOT_DATES);
    },
    max_created: async () => {
      expect(await daysOf(list, "max_created=2031-03-10")).toEqual(Array(4).fill("10"));
      expect(await daysOf(list, "max_created=2031-03-09")).toEqual([]);
      expect(await daysOf(list, "max_created=2031-03-11")).toHaveLength(8);
      await expectRejected(list, "max_created", NOT_DATES);
      const { status, body } = await world.api(
        "GET",
        `${list}?min_created=2031-03-12&max_created=2031-03-11`,
      );
      expect(status).toBe(400);
      expect(body.message).toMatch(/^min_created: .*max_created/);
    },
  };
}

describeRows("4.2 List cards", rowsOf("/cards/"));
describeRows("4.3 List transactions", rowsOf("/transactions/"));
