import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { deliver } from "@/scripts/bench/report-issuer";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { type RelayedDelivery, requestReports, startRelay } from "./relay";
import { countReportEffects } from "./report-effects";
import { signIn } from "./visitor";
import { enginesOf, withWorld } from "./world";

const GOAL_PER_SECOND = 300;
/** More than the goal, because the time until the last answer counts too. */
const PER_SECOND = 320;
const SECONDS = 30;
const WARM_UP_SECONDS = 5;
const MAX_ATTEMPTS = 10;
/** Among the deliveries, the link of each of these reports comes three times. */
const REPORTS = 60;
const COPIES = 3;
/** Deliveries are processed after the response, and the reports downloaded after that. */
const PROCESSING_MS = 30_000;

export const webhooks = defineClaim({
  name: "webhooks",
  covers: { routes: ["/api/webhooks/issuer"], work: ALL.work },
  table: "load",
  claim: "Signed webhooks, whole path",
  how: `${(PER_SECOND * SECONDS).toLocaleString("en")} signed deliveries sent at ${PER_SECOND} per second for ${SECONDS} s to the running dashboard, on PGlite and on PostgreSQL, among them the links of ${REPORTS} requested reports, ${COPIES} times each; deliveries without a 2xx are sent again; the rate counts until the last answer; afterward the deliveries and the reports' downloads, files and notices are counted in its database`,
  goal: `${GOAL_PER_SECOND}/s sustained, 0 lost, 0 unprocessed, every report captured once`,
  async run({ isShort }) {
    const total = PER_SECOND * (isShort ? 2 : SECONDS);
    const reports = isShort ? 4 : REPORTS;
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const relay = await startRelay();
      const { perSecond, resent, lost, unprocessed, effects } = await withWorld(
        { engine, program: { scenario: "empty" }, env: relay.env },
        async (world) => {
          const dashboard = await world.start();
          const url = `${world.origin}/api/webhooks/issuer`;
          await requestReports(await signIn(world.origin, "finance"), reports);
          const links = await relay.take(reports);
          await sendAtRate(
            url,
            createDeliveries("warming", PER_SECOND * (isShort ? 1 : WARM_UP_SECONDS), []),
          );
          const deliveries = createDeliveries("sustained", total, links);
          const sent = await sendAtRate(url, deliveries);
          await sleep(PROCESSING_MS);
          if (engine === "PGlite") await dashboard.stop();
          return { ...sent, ...(await world.readDatabase((pool) => count(pool, deliveries))) };
        },
      ).finally(relay.close);
      figures.push(
        `${engine}: ${Math.round(perSecond)}/s, ${lost} lost, ${unprocessed} unprocessed, ${resent} sent again; of ${reports} reports ${effects.once} captured once, ${effects.twice} twice`,
      );
      isMet &&= perSecond >= GOAL_PER_SECOND && lost + unprocessed === 0 && effects.once === reports;
    }
    return { figure: figures.join("; "), isMet };
  },
});

type Delivery = { id: string; event: object };

/** Events of no known type, with the copies of each link spread evenly among them. */
function createDeliveries(name: string, total: number, links: RelayedDelivery[]): Delivery[] {
  const deliveries: Delivery[] = Array.from({ length: total }, (_, count) => ({
    id: `${name}_${count}`,
    event: { eventType: name, count },
  }));
  const copies = Array.from({ length: COPIES }, () => links).flat();
  for (const [index, { headers, body }] of copies.entries())
    deliveries[Math.floor((index * total) / copies.length)] = {
      id: String(headers["webhook-id"]),
      event: JSON.parse(body),
    };
  return deliveries;
}

async function sendAtRate(url: string, deliveries: Delivery[]) {
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  for (const [count, delivery] of deliveries.entries()) {
    const waitMs = startedAt + (count * 1000) / PER_SECOND - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(sendUntilAccepted(url, delivery));
  }
  const attempts = await Promise.all(sent);
  const tookMs = performance.now() - startedAt;
  return {
    perSecond: deliveries.length / (tookMs / 1000),
    resent: attempts.reduce((sum, count) => sum + count - 1, 0),
  };
}

async function sendUntilAccepted(url: string, { id, event }: Delivery): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if ((await deliver(url, event, id).catch(() => 0)) === 202) return attempt;
    await sleep(500);
  }
  return MAX_ATTEMPTS;
}

async function count(pool: pg.Pool, deliveries: Delivery[]) {
  const { rows } = await pool.query<{ id: string; isProcessed: boolean }>(
    `select event_id as id, processed_at is not null as "isProcessed"
     from webhook_deliveries where verdict = 'accepted'`,
  );
  const stored = new Set(rows.map(({ id }) => id));
  return {
    lost: deliveries.filter(({ id }) => !stored.has(id)).length,
    unprocessed: rows.filter(({ isProcessed }) => !isProcessed).length,
    effects: await countReportEffects(pool),
  };
}
