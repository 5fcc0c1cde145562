import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import type { Sandbox } from "@/sandbox/sandbox";
import { findDelivery, insertDelivery, listDeliveries, recordAttempt } from "@/sandbox/store/deliveries";
import { postWebhook, signedHeaders } from "@/sandbox/webhooks/post-webhook";

const LATE_MS = 600_000;
const WRONG_SECRET = "whsec_bm90LXRoZS1zZWNyZXQtdGhlLXJlY2VpdmVyLWtub3dz";

const SendRequest = z.object({
  kind: z.enum(["valid", "late", "doubled", "unsigned", "wrong-signature", "altered"]).default("valid"),
  /** Any event; by default one for a file that was never requested. */
  event: z.unknown().optional(),
});

export function webhookRoutes({ db, config, deliveries }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.get("/webhooks", async (context) => {
    return context.json({ url: config.webhook.url, deliveries: await listDeliveries(db.pool) });
  });

  routes.post("/webhooks/send", async (context) => {
    const { kind, event } = parse(SendRequest, await readJson(context));
    const body = toJson(event ?? unrequestedFileEvent());
    const id = await insertDelivery(db.pool, { body, dueAt: null });
    for (const { headers, text } of buildRequests(kind, id, body, config.webhook.secret)) {
      const attempt = await postWebhook(config.webhook.url, text, headers);
      const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
      await recordAttempt(db.pool, id, attempt, { isDelivered, nextAttemptAt: null });
    }
    return context.json({ kind, delivery: await findDelivery(db.pool, id) });
  });

  routes.post("/webhooks/:id/redeliver", async (context) => {
    const id = context.req.param("id");
    const delivery = await findDelivery(db.pool, id);
    if (!delivery) throw new HttpError(404, "Delivery not found");
    await deliveries.attempt(delivery);
    return context.json({ delivery: await findDelivery(db.pool, id) });
  });

  return routes;
}

function buildRequests(kind: z.infer<typeof SendRequest>["kind"], id: string, body: string, secret: string) {
  const signed = { headers: signedHeaders(secret, id, body), text: body };
  const kinds = {
    valid: [signed],
    doubled: [signed, signed],
    late: [{ headers: signedHeaders(secret, id, body, new Date(Date.now() - LATE_MS)), text: body }],
    unsigned: [{ headers: {}, text: body }],
    "wrong-signature": [{ headers: signedHeaders(WRONG_SECRET, id, body), text: body }],
    altered: [{ headers: signed.headers, text: `${body} ` }],
  };
  return kinds[kind];
}

function toJson(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    throw new HttpError(400, "event: is nested too deeply");
  }
}

function unrequestedFileEvent() {
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
