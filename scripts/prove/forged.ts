import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { draw, drawBelow, drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { defineClaim } from "./claim";
import { enginesOf, withWorld } from "./world";

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
  table: "input",
  claim: "Forged, altered, replayed, and late webhooks",
  how: `${FORGERIES} deliveries of ten kinds and ${REPLAYS} valid ones sent five times each, to the running dashboard on PGlite and on PostgreSQL; counted in its database`,
  goal: "none accepted, none effective twice",
  async run({ isShort, seed }) {
    const forgeries = isShort ? 50 : FORGERIES;
    const replays = isShort ? 5 : REPLAYS;
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const found = await withWorld({ engine, program: { scenario: "empty" } }, async (world) => {
        const dashboard = await world.start();
        const url = `${world.origin}/api/webhooks/issuer`;
        const random = seededRandom(seed, 3);
        const accepted: string[] = [];
        for (let count = 0; count < forgeries; count += 1) {
          const [kind, forge] = draw(random, Object.entries(FORGE));
          const valid = sign(`forged_${count}`, new Date(), JSON.stringify({ eventType: "files", count }));
          if ((await send(url, forge(valid, random))) < 300) accepted.push(kind);
        }
        for (let count = 0; count < replays; count += 1) {
          const valid = sign(`replayed_${count}`, new Date(), JSON.stringify({ eventType: "proof", count }));
          await Promise.all(Array.from({ length: 5 }, () => send(url, valid)));
        }
        if (engine === "PGlite") await dashboard.stop();
        const { rows } = await world.readDatabase((pool) =>
          pool.query<{ stored: string; once: string }>(
            `select count(*) as stored, count(*) filter (where event_id like 'replayed%') as once
             from webhook_deliveries where verdict = 'accepted'`,
          ),
        );
        return { accepted, stored: Number(rows[0]?.stored), once: Number(rows[0]?.once) };
      });
      const { accepted, stored, once } = found;
      figures.push(
        `${engine}: ${accepted.length} of ${forgeries} accepted, ${stored} stored for ${replays} valid ones sent five times`,
      );
      isMet &&= accepted.length === 0 && stored === replays && once === replays;
    }
    return { figure: figures.join("; "), isMet, seed };
  },
});

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
