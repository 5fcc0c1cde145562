import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim } from "./claim";
import { signIn, type Visitor } from "./visitor";
import { withWorld } from "./world";

const DAYS = 30;
const SETTLE_MS = 120_000;

type Delivery = { headers: IncomingHttpHeaders; body: string };

export const webhookChaos = defineClaim({
  name: "webhook-chaos",
  table: "faults",
  claim: "Webhooks late, doubled, out of order",
  how: `${DAYS} daily reports are requested and their webhooks passed on in order; then the same reports again, with the webhooks held back, shuffled, each sent one to three times and partly at once; on PostgreSQL, files compared by hash`,
  goal: "same final state as in order",
  async run({ isShort, seed }) {
    const days = isShort ? 3 : DAYS;
    const relay = await startRelay();
    try {
      return await withWorld(
        {
          engine: "PostgreSQL",
          program: { scenario: "demo" },
          env: { SANDBOX_WEBHOOK_URL: relay.url, SANDBOX_REPORT_DELAY_MS: "100" },
        },
        async (world) => {
          await world.start();
          const finance = await signIn(world.origin, "finance");
          const passOn = (delivery: Delivery) => post(`${world.origin}/api/webhooks/issuer`, delivery);
          await requestReports(finance, days);
          for (const delivery of await relay.take(days)) await passOn(delivery);
          const inOrder = await world.readDatabase((pool) => waitForFiles(pool, days));
          await requestReports(finance, days);
          const chaos = createChaos(await relay.take(days), seed);
          for (const batch of chaos) await Promise.all(batch.map(passOn));
          const all = await world.readDatabase((pool) => waitForFiles(pool, days * 2));
          const shuffled = all.slice(inOrder.length);
          const same = shuffled.filter((file, index) => file === inOrder[index]).length;
          return {
            figure: `${chaos.flat().length} deliveries for ${days} reports: ${shuffled.length} files, ${same} the same as in order`,
            isMet: same === days && shuffled.length === days,
            seed,
          };
        },
      );
    } finally {
      await relay.close();
    }
  },
});

/** Takes the issuer's deliveries and keeps them until they are passed on. */
async function startRelay() {
  const kept: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    kept.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(202).end();
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async take(count: number): Promise<Delivery[]> {
      for (const deadline = Date.now() + SETTLE_MS; kept.length < count && Date.now() < deadline; )
        await sleep(50);
      return kept.splice(0);
    },
    close: () => new Promise((done) => server.close(done)),
  };
}

/** Batches that are sent one after another, with their deliveries at once. */
function createChaos(deliveries: Delivery[], seed: number): Delivery[][] {
  const random = seededRandom(seed, 5);
  const copies = deliveries.flatMap((delivery) => Array<Delivery>(drawBetween(random, 1, 3)).fill(delivery));
  const shuffled = copies
    .map((delivery) => ({ delivery, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ delivery }) => delivery);
  const batches: Delivery[][] = [];
  while (shuffled.length > 0) batches.push(shuffled.splice(0, drawBetween(random, 1, 6)));
  return batches;
}

async function requestReports(finance: Visitor, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const date = addDays(toIsoDate(new Date()), -3 - day);
    const result = await finance.act("requestReport", randomUUID(), { type: "daily", date });
    if (!result.ok) throw new Error(result.error.message);
  }
}

/** Type, date, state and hash of each report, in the order of the requests. */
async function waitForFiles(pool: pg.Pool, count: number): Promise<string[]> {
  for (const deadline = Date.now() + SETTLE_MS; ; await sleep(500)) {
    const { rows } = await pool.query<{ file: string; state: string }>(
      `select r.state, concat_ws(' ', r.type, r.date, r.state, f.sha256) as file
       from report_requests r left join report_files f on f.request_id = r.id
       order by r.created_at, r.id`,
    );
    const isSettled = rows.length >= count && rows.every(({ state }) => state === "captured");
    if (isSettled || Date.now() > deadline) return rows.map(({ file }) => file);
  }
}

async function post(url: string, { headers, body }: Delivery): Promise<void> {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  await (await fetch(url, { method: "POST", body, headers: kept as [string, string][] })).arrayBuffer();
}
