import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { cardRequest } from "@/e2e/fixtures/card-request";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { signIn, type Visitor } from "./visitor";
import { type World, withWorld } from "./world";

const INTENTS = 1_000;
const PARALLEL = 4;
const SETTLE_MS = 300_000;

export const lostAnswers = defineClaim({
  name: "lost-answers",
  covers: { actions: ["create-card"], work: ALL.work },
  table: "faults",
  claim: "Create executed, answer lost",
  how: "1,000 cards are created through the running dashboard on PostgreSQL while the sandbox executes each create and drops the connection; every intent is sent a second time with its ID; then the issuer's cards are counted by customer",
  goal: "exactly one card for each intent, 1,000 of 1,000",
  run: ({ isShort }) =>
    withWorld(
      { engine: "PostgreSQL", program: { scenario: "empty" }, env: { CARD_API_TIMEOUT_MS: "2000" } },
      async (world) => {
        await world.start();
        const manager = await signIn(world.origin, "manager");
        const customers = Array.from({ length: isShort ? 10 : INTENTS }, () => `proof-${randomUUID()}`);
        const waiting = [...customers];
        const work = async () => {
          for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
            await createOnce(world, manager, id);
        };
        await Promise.all(Array.from({ length: PARALLEL }, work));
        const open = await world.readDatabase(waitForOutcomes);
        const cards = (await world.sandbox.allCards()).map((card) => card.externalCustomerId);
        const exact = customers.filter((id) => cards.filter((other) => other === id).length === 1).length;
        return {
          figure: `${exact} of ${customers.length} intents have exactly one card, ${cards.length} cards in all, ${open} outcomes unresolved`,
          isMet: exact === customers.length && cards.length === customers.length && open === 0,
        };
      },
    ),
});

/** Refused calls are sent again until the issuer has executed one and its answer was lost. */
async function createOnce({ sandbox }: World, manager: Visitor, customerId: string): Promise<void> {
  for (let operationId = randomUUID(); ; operationId = randomUUID()) {
    await sandbox.addFault({ method: "POST", path: "/cards/", fault: { type: "commit-then-drop" } });
    const create = () => manager.act("createCard", operationId, cardRequest({ customerId }));
    const [first, second] = await Promise.all([create(), create()]);
    const isSafeToRepeat = [first, second].some((result) => !result.ok && result.error.retry === "safe");
    if (!isSafeToRepeat) return;
    // The circuit breaker was open, so nothing was sent.
    await sleep(500);
  }
}

async function waitForOutcomes(pool: pg.Pool): Promise<number> {
  for (const deadline = Date.now() + SETTLE_MS; ; await sleep(1_000)) {
    const { rows } = await pool.query<{ open: string }>(
      "select count(*) as open from operations where state in ('begun', 'unknown')",
    );
    if (Number(rows[0]?.open) === 0 || Date.now() > deadline) return Number(rows[0]?.open);
  }
}
