import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import type { Card } from "@/lib/contract/card";
import type { Transaction } from "@/lib/contract/transaction";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { catchUp, listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { listIndexedCards } from "./list-cards";
import type { ListSync } from "./list-sync";
import { listIndexedTransactions } from "./list-transactions";
import { recordInIndex } from "./record-in-index";

const NEWEST = { by: "created", direction: "desc" } as const;

let program: TestProgram;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 5 });
});
afterAll(() => program.close());

type Weather = { listSyncs: ListSync[]; cards: string[]; transactions: string[] };
type Event = { name: keyof typeof EVENTS; pick: number };

const at = (ids: readonly string[], pick: number) => ids[pick % Math.max(1, ids.length)];

/** What can happen: at the issuer, by us, to the network, to our process. */
const EVENTS = {
  async issueElsewhere(weather: Weather) {
    const { body } = await program.sandbox.api<Card>("POST", "/cards/", sampleConsumerRequest());
    weather.cards.push(body.id);
  },
  async freezeElsewhere({ cards }: Weather, pick: number) {
    const id = at(cards, pick);
    if (id) await program.sandbox.api("PUT", `/cards/${id}/freeze/`, { freeze: pick % 2 === 0 });
  },
  async blockElsewhere({ cards }: Weather, pick: number) {
    const id = at(cards, pick);
    if (id && pick % 3 === 0) await program.sandbox.api("PUT", `/cards/${id}/block/`, { reason: "lost" });
  },
  async freezeHere({ cards }: Weather, pick: number) {
    const id = at(cards, pick);
    if (!id) return;
    await issuer().freezeCard(id, pick % 2 === 0);
    await recordInIndex("own-change", () => issuer().retrieveCard(id));
  },
  async issueHere(weather: Weather) {
    const created = await recordInIndex("own-change", () => issuer().createCard(sampleConsumerRequest()));
    if (created.ok) weather.cards.push(created.data.id);
  },
  async purchase(weather: Weather, pick: number) {
    const cardId = at(weather.cards, pick);
    if (!cardId) return;
    const { body } = await program.sandbox.call("POST", "/sandbox/authorizations", {
      cardId,
      amount: 1 + (pick % 90),
    });
    if (body.transaction) weather.transactions.push(body.transaction.id);
  },
  async laterLife({ transactions }: Weather, pick: number) {
    const id = at(transactions, pick);
    const next = ["clear", "reverse", "refund"][pick % 3];
    if (id) await program.sandbox.call("POST", `/sandbox/transactions/${id}/${next}`);
  },
  async refresh({ listSyncs }: Weather, pick: number) {
    await listSyncs[pick % 2]?.refresh();
  },
  async walk({ listSyncs }: Weather, pick: number) {
    await listSyncs[pick % 2]?.walk();
  },
  async fault(_: Weather, pick: number) {
    const faults = [
      { type: "status", status: 503 },
      { type: "drop" },
      { type: "rubbish" },
      { type: "truncate" },
    ];
    await program.armFault({
      method: "GET",
      times: 1 + (pick % 4),
      fault: faults[pick % faults.length],
    });
  },
  async restart(weather: Weather) {
    weather.listSyncs = program.listSyncs();
  },
  async otherWorld(weather: Weather, pick: number) {
    if (pick % 4 !== 0) return;
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: pick % 17,
      transactions: pick % 29,
    });
    weather.cards = (await listAll<Card>(program.sandbox, "cards")).map(({ id }) => id);
    weather.transactions = [];
  },
} as const;

const storm = fc.array(
  fc.record<Event>({
    name: fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])),
    pick: fc.nat({ max: 10_000 }),
  }),
  { minLength: 5, maxLength: 40 },
);

describe("after a storm of changes, restarts and faults", () => {
  it("the index and the issuer agree, sums included", async () => {
    await fc.assert(
      fc.asyncProperty(storm, async (events) => {
        await program.clearFaults();
        await program.sandbox.call("POST", "/sandbox/reset", {
          scenario: "scale",
          cards: 12,
          transactions: 20,
        });
        const cards = await listAll<Card>(program.sandbox, "cards");
        const weather: Weather = {
          listSyncs: program.listSyncs(),
          cards: cards.map(({ id }) => id),
          transactions: [],
        };
        for (const { name, pick } of events) await EVENTS[name](weather, pick);

        await program.clearFaults();
        await issuerIsBack();
        await catchUp(weather.listSyncs);
        await catchUp(weather.listSyncs);
        await expectAgreement();
      }),
      { numRuns: 12, timeout: 60_000 },
    );
  }, 300_000);
});

/** The breaker may have opened in the storm. */
async function issuerIsBack(): Promise<void> {
  await expect.poll(async () => (await issuer().listCardDesigns()).ok, { interval: 200 }).toBe(true);
}

async function expectAgreement(): Promise<void> {
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
  await expectEveryOutsideChangeIsTrue();
}

/** What the log calls a change made elsewhere must lead from one known state to another. */
async function expectEveryOutsideChangeIsTrue(): Promise<void> {
  const { rows } = await listAudit({ action: "card.changed-outside" }, { limit: 1000 });
  for (const { before, after } of rows) expect(before).not.toEqual(after);
}

function byId<Item extends { id: string }>(items: Item[]): Item[] {
  return items.sort((a, b) => (a.id < b.id ? -1 : 1));
}
