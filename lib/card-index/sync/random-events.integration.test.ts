import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { listIndexedTransactions } from "@/lib/card-index/list-transactions";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import type { ListSync } from "./list-sync";
import { recordInIndex } from "./record-in-index";

const NEWEST = { by: "created", direction: "desc" } as const;

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 5 });
});
afterAll(() => program.close());

type World = { listSyncs: ListSync[]; cards: string[]; transactions: string[] };
type Event = { name: keyof typeof EVENTS; pick: number };

const pickFrom = (ids: readonly string[], pick: number) => ids[pick % Math.max(1, ids.length)];

/** Changes at the issuer and in Cardwell, network faults and restarts. */
const EVENTS = {
  async issueElsewhere(world: World) {
    const { body } = await program.sandbox.api<Card>("POST", "/cards/", sampleConsumerRequest());
    world.cards.push(body.id);
  },
  async freezeElsewhere({ cards }: World, pick: number) {
    const id = pickFrom(cards, pick);
    if (id) await program.sandbox.api("PUT", `/cards/${id}/freeze/`, { freeze: pick % 2 === 0 });
  },
  async blockElsewhere({ cards }: World, pick: number) {
    const id = pickFrom(cards, pick);
    if (id && pick % 3 === 0) await program.sandbox.api("PUT", `/cards/${id}/block/`, { reason: "lost" });
  },
  async freezeHere({ cards }: World, pick: number) {
    const id = pickFrom(cards, pick);
    if (!id) return;
    await issuer().freezeCard(id, pick % 2 === 0);
    await recordInIndex("own-change", () => issuer().retrieveCard(id));
  },
  async issueHere(world: World) {
    const created = await recordInIndex("own-change", () => issuer().createCard(sampleConsumerRequest()));
    if (created.ok) world.cards.push(created.data.id);
  },
  async purchase(world: World, pick: number) {
    const cardId = pickFrom(world.cards, pick);
    if (!cardId) return;
    const { body } = await program.sandbox.call("POST", "/sandbox/authorizations", {
      cardId,
      amount: 1 + (pick % 90),
    });
    if (body.transaction) world.transactions.push(body.transaction.id);
  },
  async advanceTransaction({ transactions }: World, pick: number) {
    const id = pickFrom(transactions, pick);
    const next = ["clear", "reverse", "refund"][pick % 3];
    if (id) await program.sandbox.call("POST", `/sandbox/transactions/${id}/${next}`);
  },
  async refresh({ listSyncs }: World, pick: number) {
    await listSyncs[pick % 2]?.refresh();
  },
  async walk({ listSyncs }: World, pick: number) {
    await listSyncs[pick % 2]?.walk();
  },
  async fault(_: World, pick: number) {
    const faults = [
      { type: "status", status: 503 },
      { type: "drop" },
      { type: "rubbish" },
      { type: "truncate" },
    ];
    await program.addFault({
      method: "GET",
      times: 1 + (pick % 4),
      fault: faults[pick % faults.length],
    });
  },
  async restart(world: World) {
    world.listSyncs = program.listSyncs();
  },
  async reset(world: World, pick: number) {
    if (pick % 4 !== 0) return;
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: pick % 17,
      transactions: pick % 29,
    });
    world.cards = (await listAll<Card>(program.sandbox, "cards")).map(({ id }) => id);
    world.transactions = [];
  },
} as const;

const randomEvents = fc.array(
  fc.record<Event>({
    name: fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])),
    pick: fc.nat({ max: 10_000 }),
  }),
  { minLength: 5, maxLength: 40 },
);

describe("after random changes, restarts and faults", () => {
  it("the index and its totals match the issuer", async () => {
    await fc.assert(
      fc.asyncProperty(randomEvents, async (events) => {
        await program.clearFaults();
        await program.sandbox.call("POST", "/sandbox/reset", {
          scenario: "scale",
          cards: 12,
          transactions: 20,
        });
        const cards = await listAll<Card>(program.sandbox, "cards");
        const world: World = {
          listSyncs: program.listSyncs(),
          cards: cards.map(({ id }) => id),
          transactions: [],
        };
        for (const { name, pick } of events) await EVENTS[name](world, pick);

        await program.clearFaults();
        await waitForIssuer();
        await catchUp(world.listSyncs);
        await catchUp(world.listSyncs);
        await expectIndexMatchesIssuer();
      }),
      { numRuns: 12, timeout: 60_000 },
    );
  }, 300_000);
});

/** The faults may have opened the circuit breaker. */
async function waitForIssuer(): Promise<void> {
  await expect.poll(async () => (await issuer().listCardDesigns()).ok, { interval: 200 }).toBe(true);
}

async function expectIndexMatchesIssuer(): Promise<void> {
  const cards = await listAll<Card>(program.sandbox, "cards");
  const transactions = await listAll<Transaction>(program.sandbox, "transactions");
  const known = await listIndexedCards({ filter: {}, sort: NEWEST, limit: 10_000 });
  const knownTransactions = await listIndexedTransactions({ filter: {}, sort: NEWEST, limit: 10_000 });
  expect(byId(known.rows)).toEqual(byId(cards));
  expect(byId(knownTransactions.rows)).toEqual(byId(transactions));
  const { rows } = await program.db.pool.query(
    `select (select coalesce(sum(cards), 0)::int from card_counts where status = 'FROZEN') as frozen,
            (select coalesce(sum(cards), 0)::int from card_days) as cards,
            (select coalesce(sum(amount), 0)::float from transaction_days) as amount,
            (select count(*)::int from card_counts where cards < 0) as negative`,
  );
  expect(rows[0]).toEqual({
    frozen: cards.filter(({ status }) => status === "FROZEN").length,
    cards: cards.length,
    amount: expect.closeTo(
      transactions.reduce((sum, { bill_amount }) => sum + bill_amount, 0),
      5,
    ),
    negative: 0,
  });
  await expectOutsideChangesDiffer();
}

/** A recorded change made elsewhere must have a different state before and after. */
async function expectOutsideChangesDiffer(): Promise<void> {
  const { rows } = await listAudit({ action: "card.changed-outside" }, { limit: 1000 });
  for (const { before, after } of rows) expect(before).not.toEqual(after);
}

function byId<Item extends { id: string }>(items: Item[]): Item[] {
  return items.sort((a, b) => (a.id < b.id ? -1 : 1));
}
