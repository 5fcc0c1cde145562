import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { parse, Refusal, readJson } from "@/sandbox/http/refusal";
import type { Sandbox } from "@/sandbox/sandbox";
import { findDelivery, insertDelivery, listDeliveries, recordAttempt } from "@/sandbox/store/deliveries";
import { post, signedHeaders } from "@/sandbox/webhooks/post";

const LATE_MS = 600_000;
const OTHER_SECRET = "whsec_bm90LXRoZS1zZWNyZXQtdGhlLXJlY2VpdmVyLWtub3dz";

const Send = z.object({
  kind: z.enum(["valid", "late", "doubled", "unsigned", "wrong-signature", "altered"]).default("valid"),
  /** Any event; by default one about a file that nobody asked for. */
  event: z.unknown().optional(),
});

/** What was sent to the webhook's receiver, again, and what should never have been sent. */
export function webhookRoutes({ db, config, deliveries }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.get("/webhooks", async (context) => {
    return context.json({ url: config.webhook.url, deliveries: await listDeliveries(db.pool) });
  });

  routes.post("/webhooks/send", async (context) => {
    const { kind, event } = parse(Send, await readJson(context));
    const body = toText(event ?? unaskedEvent());
    const id = await insertDelivery(db.pool, { body, dueAt: null });
    for (const { headers, text } of requests(kind, id, body, config.webhook.secret)) {
      const attempt = await post(config.webhook.url, text, headers);
      const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
      await recordAttempt(db.pool, id, attempt, { isDelivered, nextAttemptAt: null });
    }
    return context.json({ kind, delivery: await findDelivery(db.pool, id) });
  });

  routes.post("/webhooks/:id/redeliver", async (context) => {
    const id = context.req.param("id");
    const delivery = await findDelivery(db.pool, id);
    if (!delivery) throw new Refusal(404, "Delivery not found");
    await deliveries.attempt(delivery);
    return context.json({ delivery: await findDelivery(db.pool, id) });
  });

  return routes;
}

function requests(kind: z.infer<typeof Send>["kind"], id: string, body: string, secret: string) {
  const signed = { headers: signedHeaders(secret, id, body), text: body };
  const kinds = {
    valid: [signed],
    doubled: [signed, signed],
    late: [{ headers: signedHeaders(secret, id, body, new Date(Date.now() - LATE_MS)), text: body }],
    unsigned: [{ headers: {}, text: body }],
    "wrong-signature": [{ headers: signedHeaders(OTHER_SECRET, id, body), text: body }],
    altered: [{ headers: signed.headers, text: `${body} ` }],
  };
  return kinds[kind];
}

function toText(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    throw new Refusal(400, "event: is nested too deeply");
  }
}

function unaskedEvent() {
  return {
    eventType: "files",
    eventName: "file.ready",
    data: {
      reference_id: randomUUID(),
      link: "http://localhost/nothing.csv",
      expireAt: Math.floor(Date.now() / 1000) + 300,
    },
  };
}
