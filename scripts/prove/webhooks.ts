import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { deliver } from "@/scripts/bench/report-issuer";
import { defineClaim } from "./claim";
import { enginesOf, withWorld } from "./world";

const PER_SECOND = 300;
const SECONDS = 30;
const WARM_UP_SECONDS = 5;
const MAX_ATTEMPTS = 10;
/** Deliveries are processed after the response. */
const PROCESSING_MS = 5_000;

export const webhooks = defineClaim({
  name: "webhooks",
  table: "load",
  claim: "Signed webhooks, whole path",
  how: "9,000 signed deliveries sent at 300 per second for 30 s to the running dashboard, on PGlite and on PostgreSQL; deliveries without a 2xx are sent again; afterward all are counted in its database",
  goal: "300/s sustained, 0 lost, 0 doubled, 0 unprocessed",
  async run({ isShort }) {
    const total = PER_SECOND * (isShort ? 2 : SECONDS);
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const { perSecond, resent, lost, doubled, unprocessed } = await withWorld(
        { engine, program: { scenario: "empty" } },
        async (world) => {
          const dashboard = await world.start();
          const url = `${world.origin}/api/webhooks/issuer`;
          await sendAtRate(url, "warming", PER_SECOND * (isShort ? 1 : WARM_UP_SECONDS));
          const sent = await sendAtRate(url, "sustained", total);
          await sleep(PROCESSING_MS);
          if (engine === "PGlite") await dashboard.stop();
          return { ...sent, ...(await world.readDatabase((pool) => count(pool, total))) };
        },
      );
      figures.push(
        `${engine}: ${Math.round(perSecond)}/s, ${lost} lost, ${doubled} doubled, ${unprocessed} unprocessed, ${resent} sent again`,
      );
      isMet &&= perSecond >= PER_SECOND * 0.99 && lost + doubled + unprocessed === 0;
    }
    return { figure: figures.join("; "), isMet };
  },
});

async function sendAtRate(url: string, name: string, total: number) {
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < total; count += 1) {
    const waitMs = startedAt + (count * 1000) / PER_SECOND - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(sendUntilAccepted(url, { eventType: name, count }, `${name}_${count}`));
  }
  const attempts = await Promise.all(sent);
  const tookMs = performance.now() - startedAt;
  return {
    perSecond: total / (tookMs / 1000),
    resent: attempts.reduce((sum, count) => sum + count - 1, 0),
  };
}

async function sendUntilAccepted(url: string, event: object, id: string): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if ((await deliver(url, event, id).catch(() => 0)) === 202) return attempt;
    await sleep(500);
  }
  return MAX_ATTEMPTS;
}

async function count(pool: pg.Pool, total: number) {
  const { rows } = await pool.query<{ stored: string; events: string; unprocessed: string }>(
    `select count(*) as stored, count(distinct event_id) as events,
            count(*) filter (where processed_at is null) as unprocessed
     from webhook_deliveries where verdict = 'accepted' and event_id like 'sustained%'`,
  );
  const { stored, events, unprocessed } = rows[0] ?? { stored: 0, events: 0, unprocessed: 0 };
  return {
    lost: total - Number(events),
    doubled: Number(stored) - Number(events),
    unprocessed: Number(unprocessed),
  };
}
