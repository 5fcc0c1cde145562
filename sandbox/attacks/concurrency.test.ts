import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestSandbox, type TestResponse, type TestSandbox } from "@/testing/sandbox";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const issue = async (spendLimit: number): Promise<string> =>
  (await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit }))).body.id;
const retrieve = async (id: string) => (await world.api("GET", `/cards/${id}/`)).body;
const buy = (cardId: string, amount: number) =>
  world.call("POST", "/sandbox/authorizations", { cardId, amount });
const changeStatus = (id: string, verb: string) => world.call("POST", `/sandbox/transactions/${id}/${verb}`);

function runParallel<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

function countByStatus(responses: TestResponse<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("100 concurrent purchases with credit for 10 approve exactly 10", async () => {
  const id = await issue(100.05);
  const responses = await runParallel(100, () => buy(id, 10));
  expect(responses.filter(({ body }) => body.approved)).toHaveLength(10);
  expect(responses.filter(({ body }) => body.code === "R2")).toHaveLength(90);
  expect((await retrieve(id)).availableCredit).toBe(0.05);
  expect((await world.api("GET", "/transactions/")).body.count).toBe(100);
});

test("concurrent freezes, blocks, reissues and purchases leave the card consistent", async () => {
  const id = await issue(1000);
  const reasons = ["lost", "stolen", "never arrived"];
  const [reissues, , blocks, purchases] = await Promise.all([
    runParallel(15, () => world.api("PUT", `/cards/${id}/replace/`, {})),
    runParallel(15, (index) => world.api("PUT", `/cards/${id}/freeze/`, { freeze: index % 2 === 0 })),
    runParallel(3, (index) => world.api("PUT", `/cards/${id}/block/`, { reason: reasons[index] })),
    runParallel(15, () => buy(id, 7.77)),
  ]);
  expect(countByStatus(blocks)).toEqual({ 200: 3 });
  expect(
    Object.keys(countByStatus(reissues)).filter((status) => status !== "200" && status !== "400"),
  ).toEqual([]);
  const card = await retrieve(id);
  expect(card.status).toBe("BLOCKED");
  expect(reasons).toContain(card.statusReason);

  const { cards, reissues: stored } = world.sandbox.state;
  const succeeded = countByStatus(reissues)[200] ?? 0;
  expect(cards.get(id)?.credentialsVersion).toBe(1 + succeeded);
  expect([...stored].filter(({ cardId }) => cardId === id)).toHaveLength(succeeded);
  expect(cards.get(id)?.cardNumber.slice(-4)).toBe(card.lastFour);

  const approved = purchases.filter(({ body }) => body.approved).length;
  expect(card.availableCredit).toBe(Math.round((1000 - approved * 7.77) * 100) / 100);
  for (const { status, body } of purchases) {
    expect(status).toBe(201);
    expect([null, "R1", "R8"]).toContain(body.code);
  }
});

test("of many concurrent status changes of a purchase, exactly one succeeds", async () => {
  const id = await issue(100);
  const { body } = await buy(id, 40);
  const changed = await runParallel(12, (index) =>
    changeStatus(body.transaction.id, index % 2 ? "clear" : "reverse"),
  );
  expect(countByStatus(changed)).toEqual({ 200: 1, 409: 11 });
  const first = changed.find(({ status }) => status === 200)?.body.transaction.status;
  expect((await retrieve(id)).availableCredit).toBe(first === "REVERSED" ? 100 : 60);

  const { body: second } = await buy(id, 10);
  await changeStatus(second.transaction.id, "clear");
  const before = (await retrieve(id)).availableCredit;
  expect(countByStatus(await runParallel(12, () => changeStatus(second.transaction.id, "refund")))).toEqual({
    200: 1,
    409: 11,
  });
  expect((await retrieve(id)).availableCredit).toBe(before + 10);
});

test("concurrently created cards are all stored, counted and unique", async () => {
  const responses = await runParallel(60, () => world.api("POST", "/cards/", sampleConsumerRequest()));
  expect(countByStatus(responses)).toEqual({ 201: 60 });
  const ids = new Set(responses.map(({ body }) => body.id));
  expect(ids.size).toBe(60);
  const pages = await runParallel(2, (index) => world.api("GET", `/cards/?page=${index + 1}`));
  expect(new Set(pages.flatMap(({ body }) => body.results.map((card: { id: string }) => card.id)))).toEqual(
    ids,
  );
  expect(pages.map(({ body }) => body.count)).toEqual([60, 60]);
  expect((await world.call("GET", "/sandbox/health")).body.counts.cards).toBe(60);
});

test("a reset during traffic causes no server errors", async () => {
  let isOver = false;
  const statuses = new Set<number>();
  const traffic = runParallel(8, async () => {
    while (!isOver) {
      const { body: card, status } = await world.api("POST", "/cards/", sampleConsumerRequest());
      const { body, ...bought } = await buy(card.id, 1);
      const responses = [{ status }, bought];
      if (body.transaction) responses.push(await changeStatus(body.transaction.id, "clear"));
      responses.push(await world.api("GET", "/transactions/"), await world.api("GET", "/cards/"));
      for (const response of responses) statuses.add(response.status);
    }
  });
  try {
    for (let round = 0; round < 10; round++) await world.reset();
  } finally {
    isOver = true;
    await traffic;
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
});
