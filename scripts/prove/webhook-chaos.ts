import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { FILE_LINK_LIFETIME_SECONDS, type FilesEvent } from "@/lib/contract/webhook-event";
import { drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { deliver } from "@/scripts/bench/report-issuer";
import { defineClaim } from "./claim";
import { ALL } from "./coverage";
import { startIssuerProxy } from "./issuer-proxy";
import { type RelayedDelivery, requestReports, startRelay } from "./relay";
import { signIn } from "./visitor";
import { type World, withWorld } from "./world";

/** Of each of the three groups. */
const DAYS = 10;
const SETTLE_MS = 180_000;
const HOLD_MS = 5_000;

type Relay = Awaited<ReturnType<typeof startRelay>>;
type Event = { id: string; event: FilesEvent };

export const webhookChaos = defineClaim({
  name: "webhook-chaos",
  covers: { routes: ["/api/webhooks/issuer"], actions: ["request-report"], work: ALL.work },
  table: "faults",
  claim: "Webhooks late, doubled, out of order",
  how: `${DAYS * 3} daily reports are requested on PostgreSQL and their webhooks passed on in order; then the same reports again: for ${DAYS} the webhook comes before the answer to the request, for ${DAYS} its link has expired, so that a second one is requested, and comes again after it, and for ${DAYS} there are two webhooks with different links; all but the first are held back, shuffled, each sent one to three times and partly at once; files are compared by hash`,
  goal: "same final state as in order, no file and no notice twice",
  async run({ isShort, seed }) {
    const relay = await startRelay();
    return withWorld(
      { engine: "PostgreSQL", program: { scenario: "demo" }, env: relay.env },
      async (world) => {
        const days = isShort ? 2 : DAYS;
        const { early, sent } = await disturb(world, relay, days, seed);
        const { same, doubled, expired, open, example } = await world.readDatabase((pool) =>
          compare(pool, days * 3),
        );
        return {
          figure: `${sent} deliveries for ${days * 3} reports, ${early} before the answer, ${expired} expired links: ${same} reports the same as in order, ${doubled} with two files or notices, ${open} not captured${example}`,
          isMet: same === days * 3 && doubled + open === 0 && early === days && expired >= days,
          seed,
        };
      },
    ).finally(relay.close);
  },
});

async function disturb(world: World, relay: Relay, days: number, seed: number) {
  const proxy = await startIssuerProxy(world.sandboxPort);
  try {
    await world.start({ SANDBOX_PORT: String(proxy.port) });
    const finance = await signIn(world.origin, "finance");
    let sent = 0;
    const send = async ({ id, event }: Event) => {
      sent += 1;
      await deliver(`${world.origin}/api/webhooks/issuer`, event, id);
    };
    const passOn = (delivery: RelayedDelivery) => send(toEvent(delivery));

    await requestReports(finance, days * 3);
    for (const delivery of await relay.take(days * 3)) await passOn(delivery);
    await world.readDatabase((pool) => waitUntilCaptured(pool, days * 3));

    let early = 0;
    sent = 0;
    let arrived = 0;
    relay.passOnWith(async (delivery) => {
      await passOn(delivery);
      arrived += 1;
    });
    proxy.holdAnswer = async ({ path }) => {
      if (!path.includes("/files/")) return;
      const before = arrived;
      for (const endAt = Date.now() + HOLD_MS; arrived === before && Date.now() < endAt; ) await sleep(20);
      if (arrived > before) early += 1;
    };
    await requestReports(finance, days);
    proxy.holdAnswer = async () => undefined;
    relay.passOnWith(null);

    await requestReports(finance, days, days);
    const expiring = (await relay.take(days)).map(toEvent);
    await world.sandbox.advanceClock(FILE_LINK_LIFETIME_SECONDS + 60);
    await requestReports(finance, days, days * 2);
    const twice = (await relay.take(days)).map(toEvent).flatMap((event) => [event, withAnotherLink(event)]);
    relay.passOnWith(passOn);
    for (const batch of shuffle([...expiring, ...twice], seed)) await Promise.all(batch.map(send));
    await world.readDatabase((pool) => waitUntilCaptured(pool, days * 6));
    for (const { event } of [...expiring, ...twice]) await send({ id: `late_${randomUUID()}`, event });
    await sleep(3_000);
    return { early, sent };
  } finally {
    await proxy.close();
  }
}

function toEvent({ headers, body }: RelayedDelivery): Event {
  return { id: String(headers["webhook-id"]), event: JSON.parse(body) };
}

/** The issuer's signature covers neither the rest of the link nor the event's ID. */
function withAnotherLink({ event }: Event): Event {
  const data = { ...event.data, link: `${event.data.link}&copy=2` };
  return { id: `another_${randomUUID()}`, event: { ...event, data } };
}

/** Batches that are sent one after another, with their deliveries at once. */
function shuffle(events: Event[], seed: number): Event[][] {
  const random = seededRandom(seed, 5);
  const shuffled = events
    .flatMap((event) => Array<Event>(drawBetween(random, 1, 3)).fill(event))
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
  const batches: Event[][] = [];
  while (shuffled.length > 0) batches.push(shuffled.splice(0, drawBetween(random, 1, 6)));
  return batches;
}

async function waitUntilCaptured(pool: pg.Pool, count: number): Promise<void> {
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline; await sleep(500)) {
    const { rowCount } = await pool.query("select from report_requests where state = 'captured'");
    if (rowCount === count) return;
  }
}

/** Each day was requested twice: first in order, then not. */
async function compare(pool: pg.Pool, days: number) {
  const { rows } = await pool.query<{ day: string; hash: string; files: string; notices: string }>(
    `select r.type || ' ' || r.date as day, coalesce(max(f.sha256), '') as hash, count(f.id) as files,
            (select count(*) from notifications n where n.href = '/reports/' || r.id) as notices
     from report_requests r left join report_files f on f.request_id = r.id and f.completed_at is not null
     group by r.id order by r.created_at, r.id`,
  );
  const inOrder = new Map(rows.slice(0, days).map(({ day, hash }) => [day, hash]));
  const { rows: failed } = await pool.query(
    "select from report_captures where state = 'failed' and reason like '%410%'",
  );
  const { rows: unfinished } = await pool.query<{ text: string }>(
    `select concat_ws(' ', state, date, reason, (select string_agg(message, ' ' order by id) from report_history h
       where h.request_id = r.id)) as text from report_requests r where state <> 'captured' order by date limit 2`,
  );
  return {
    example: unfinished.length > 0 ? ` (${unfinished.map(({ text }) => text).join("; ")})` : "",
    same: rows.slice(days).filter(({ day, hash }) => hash !== "" && inOrder.get(day) === hash).length,
    doubled: rows.filter(({ files, notices }) => Number(files) > 1 || Number(notices) > 1).length,
    expired: failed.length,
    open: rows.filter(({ files }) => Number(files) === 0).length,
  };
}
