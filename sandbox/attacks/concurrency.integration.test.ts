import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { type Answer, openTestSandbox, type TestSandbox } from "@/testing/sandbox";

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterEach(() => world.empty());
afterAll(() => world.close());

const issue = async (spendLimit: number): Promise<string> =>
  (await world.api("POST", "/cards/", sampleConsumerRequest({ spendLimit }))).body.id;
const retrieve = async (id: string) => (await world.api("GET", `/cards/${id}/`)).body;
const buy = (cardId: string, amount: number) =>
  world.call("POST", "/sandbox/authorizations", { cardId, amount });
const move = (id: string, verb: string) => world.call("POST", `/sandbox/transactions/${id}/${verb}`);

function many<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

function tallyOf(answers: Answer<unknown>[]): Record<number, number> {
  const tally: Record<number, number> = {};
  for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
}

test("a card that can afford 10 of 100 purchases at once buys exactly 10", async () => {
  const id = await issue(100.05);
  const answers = await many(100, () => buy(id, 10));
  expect(answers.filter(({ body }) => body.approved)).toHaveLength(10);
  expect(answers.filter(({ body }) => body.code === "R2")).toHaveLength(90);
  expect((await retrieve(id)).availableCredit).toBe(0.05);
  expect((await world.api("GET", "/transactions/")).body.count).toBe(100);
});

test("freezes, blocks, reissues and purchases at once leave one card that makes sense", async () => {
  const id = await issue(1000);
  const reasons = ["lost", "stolen", "never arrived"];
  const [reissues, , blocks, purchases] = await Promise.all([
    many(15, () => world.api("PUT", `/cards/${id}/replace/`, {})),
    many(15, (index) => world.api("PUT", `/cards/${id}/freeze/`, { freeze: index % 2 === 0 })),
    many(3, (index) => world.api("PUT", `/cards/${id}/block/`, { reason: reasons[index] })),
    many(15, () => buy(id, 7.77)),
  ]);
  expect(tallyOf(blocks)).toEqual({ 200: 3 });
  expect(Object.keys(tallyOf(reissues)).filter((status) => status !== "200" && status !== "400")).toEqual([]);
  const card = await retrieve(id);
  expect(card.status).toBe("BLOCKED");
  expect(reasons).toContain(card.statusReason);

  const { rows } = await world.sandbox.db.pool.query(
    `select card_number, credentials_version as version, (select count(*)::int from reissues where card_id = $1) as reissues
     from cards where id = $1`,
    [id],
  );
  const done = tallyOf(reissues)[200] ?? 0;
  expect(rows[0]).toMatchObject({ version: 1 + done, reissues: done });
  expect(rows[0].card_number.slice(-4)).toBe(card.lastFour);

  const approved = purchases.filter(({ body }) => body.approved).length;
  expect(card.availableCredit).toBe(Math.round((1000 - approved * 7.77) * 100) / 100);
  for (const { status, body } of purchases) {
    expect(status).toBe(201);
    expect([null, "R1", "R8"]).toContain(body.code);
  }
});

test("a purchase has one later life, however many ask for one", async () => {
  const id = await issue(100);
  const { body } = await buy(id, 40);
  const moved = await many(12, (index) => move(body.transaction.id, index % 2 ? "clear" : "reverse"));
  expect(tallyOf(moved)).toEqual({ 200: 1, 409: 11 });
  const first = moved.find(({ status }) => status === 200)?.body.transaction.status;
  expect((await retrieve(id)).availableCredit).toBe(first === "REVERSED" ? 100 : 60);

  const { body: second } = await buy(id, 10);
  await move(second.transaction.id, "clear");
  const before = (await retrieve(id)).availableCredit;
  expect(tallyOf(await many(12, () => move(second.transaction.id, "refund")))).toEqual({ 200: 1, 409: 11 });
  expect((await retrieve(id)).availableCredit).toBe(before + 10);
});

test("cards made at once are all there, counted and each its own", async () => {
  const answers = await many(60, () => world.api("POST", "/cards/", sampleConsumerRequest()));
  expect(tallyOf(answers)).toEqual({ 201: 60 });
  const ids = new Set(answers.map(({ body }) => body.id));
  expect(ids.size).toBe(60);
  const pages = await many(2, (index) => world.api("GET", `/cards/?page=${index + 1}`));
  expect(new Set(pages.flatMap(({ body }) => body.results.map((card: { id: string }) => card.id)))).toEqual(
    ids,
  );
  expect(pages.map(({ body }) => body.count)).toEqual([60, 60]);
  expect((await world.call("GET", "/sandbox/health")).body.counts.cards).toBe(60);
});

test("a reset in the middle of traffic fails nobody", async () => {
  let isOver = false;
  const statuses = new Set<number>();
  const traffic = many(8, async () => {
    while (!isOver) {
      const { body: card, status } = await world.api("POST", "/cards/", sampleConsumerRequest());
      const { body, ...bought } = await buy(card.id, 1);
      const answers = [{ status }, bought];
      if (body.transaction) answers.push(await move(body.transaction.id, "clear"));
      answers.push(await world.api("GET", "/transactions/"), await world.api("GET", "/cards/"));
      for (const answer of answers) statuses.add(answer.status);
    }
  });
  try {
    for (let round = 0; round < 10; round++) await world.empty();
  } finally {
    isOver = true;
    await traffic;
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
});
