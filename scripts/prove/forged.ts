import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { draw, drawBelow, drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim } from "./claim";
import { startIssuerProxy } from "./issuer-proxy";
import { requestReports, startRelay } from "./relay";
import { countReportEffects } from "./report-effects";
import { signIn } from "./visitor";
import { type Engine, enginesOf, type World, withWorld } from "./world";

const FORGERIES = 2_000;
const REPLAYS = 200;
const OTHER_SECRET = `whsec_${Buffer.from("another secret of the same length").toString("base64")}`;

type Delivery = { id: string; at: Date; body: string; signature: string };
type Random = () => number;

function sign(id: string, at: Date, body: string, secret = DEMO_WEBHOOK_SECRET): Delivery {
  return { id, at, body, signature: new Webhook(secret).sign(id, at, body) };
}

/** Changes one character. */
function alter(text: string, random: Random): string {
  const index = drawBelow(random, text.length);
  return `${text.slice(0, index)}${text[index] === "x" ? "y" : "x"}${text.slice(index + 1)}`;
}

const FORGE: Record<string, (valid: Delivery, random: Random) => Delivery> = {
  "another secret": ({ id, at, body }) => sign(id, at, body, OTHER_SECRET),
  "no signature": (valid) => ({ ...valid, signature: "" }),
  "a random signature": (valid, random) => ({
    ...valid,
    signature: `v1,${Buffer.from(Array.from({ length: 32 }, () => drawBelow(random, 256))).toString("base64")}`,
  }),
  "an altered signature": (valid, random) => ({
    ...valid,
    signature: `v1,${alter(valid.signature.slice(3), random)}`,
  }),
  "another version": (valid) => ({ ...valid, signature: valid.signature.replace("v1,", "v2,") }),
  "an altered body": (valid, random) => ({ ...valid, body: alter(valid.body, random) }),
  "another ID": (valid) => ({ ...valid, id: `msg_${randomUUID()}` }),
  "another time": (valid, random) => ({
    ...valid,
    at: new Date(+valid.at + drawBetween(random, 1, 200) * 1000),
  }),
  "too late": ({ id, body }, random) =>
    sign(id, new Date(Date.now() - drawBetween(random, 310, 9_000) * 1000), body),
  "too early": ({ id, body }, random) =>
    sign(id, new Date(Date.now() + drawBetween(random, 310, 9_000) * 1000), body),
};

export const forged = defineClaim({
  name: "forged",
  covers: { routes: ["/api/webhooks/issuer"] },
  table: "input",
  claim: "Forged, altered, replayed, and late webhooks",
  how: `${REPLAYS} reports are requested, and their webhooks kept back; ${FORGERIES} deliveries of ten kinds are forged from them, then each is sent five times at once, to the running dashboard on PGlite and on PostgreSQL; opened links are counted at the issuer, downloads, files and notices in the database`,
  goal: "no forgery accepted, no link of one opened, every report captured once",
  async run({ isShort, seed }) {
    const counts = { forgeries: isShort ? 50 : FORGERIES, replays: isShort ? 5 : REPLAYS };
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const { accepted, stored, openedBefore, opened, effects } = await attack(engine, counts, seed);
      figures.push(
        `${engine}: ${accepted.length} of ${counts.forgeries} accepted, ${openedBefore} links opened; ${counts.replays} valid ones sent five times: ${stored} stored, ${opened} links opened, ${effects.once} reports captured once, ${effects.twice} twice`,
      );
      isMet &&=
        accepted.length + openedBefore === 0 &&
        [stored, opened, effects.once].every((count) => count === counts.replays);
    }
    return { figure: figures.join("; "), isMet, seed };
  },
});

type Counts = { forgeries: number; replays: number };

async function attack(engine: Engine, { forgeries, replays }: Counts, seed: number) {
  const relay = await startRelay();
  const use = async (world: World) => {
    // The links lead through it, because the issuer makes them for the address at which it is called.
    const proxy = await startIssuerProxy(world.sandboxPort);
    const countOpened = () => proxy.calls.filter(({ path }) => path.startsWith("/downloads/")).length;
    try {
      const dashboard = await world.start({ SANDBOX_PORT: String(proxy.port) });
      const url = `${world.origin}/api/webhooks/issuer`;
      await requestReports(await signIn(world.origin, "finance"), replays);
      const events = (await relay.take(replays)).map(({ body }) => body);
      const random = seededRandom(seed, 3);
      const accepted: string[] = [];
      for (let count = 0; count < forgeries; count += 1) {
        const [kind, forge] = draw(random, Object.entries(FORGE));
        const valid = sign(`forged_${count}`, new Date(), draw(random, events));
        if ((await send(url, forge(valid, random))) < 300) accepted.push(kind);
      }
      await sleep(2_000);
      const openedBefore = countOpened();
      for (const [index, event] of events.entries()) {
        const valid = sign(`replayed_${index}`, new Date(), event);
        await Promise.all(Array.from({ length: 5 }, () => send(url, valid)));
      }
      await waitUntilQuiet(countOpened);
      if (engine === "PGlite") await dashboard.stop();
      return world.readDatabase(async (pool) => {
        const { rowCount } = await pool.query("select from webhook_deliveries where verdict = 'accepted'");
        const effects = await countReportEffects(pool);
        return {
          accepted,
          stored: rowCount ?? 0,
          openedBefore,
          opened: countOpened() - openedBefore,
          effects,
        };
      });
    } finally {
      await proxy.close();
    }
  };
  return withWorld({ engine, program: { scenario: "empty" }, env: relay.env }, use).finally(relay.close);
}

/** Waits until the count has stayed the same for a while. */
async function waitUntilQuiet(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); await sleep(5_000)) before = count();
}

async function send(url: string, { id, at, body, signature }: Delivery): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(+at / 1000)),
      "webhook-signature": signature,
    },
  });
  await response.arrayBuffer();
  return response.status;
}
