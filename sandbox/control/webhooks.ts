import { randomUUID } from "node:crypto";
import { z } from "zod";
import { WEBHOOK_SECRET } from "@/lib/domain/settings/settings";
import { canSign } from "@/sandbox/config";
import { createRoutes } from "@/sandbox/http/env";
import { HttpError, parse, readJson } from "@/sandbox/http/http-error";
import type { DeliveryRecord } from "@/sandbox/store/records";
import type { WebhookTarget } from "@/sandbox/store/state";
import { newDelivery } from "@/sandbox/webhooks/deliveries";
import { postWebhook, signedHeaders } from "@/sandbox/webhooks/post-webhook";
import type { World } from "@/sandbox/worlds/world";

const MAX_LISTED = 500;
const LATE_MS = 600_000;
const WRONG_SECRET = "whsec_bm90LXRoZS1zZWNyZXQtdGhlLXJlY2VpdmVyLWtub3dz";

const SendRequest = z.object({
  kind: z.enum(["valid", "late", "doubled", "unsigned", "wrong-signature", "altered"]).default("valid"),
  /** Any event; by default one for a file that was never requested. */
  event: z.unknown().optional(),
});

export const WebhookRequest = z.object({
  url: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }),
  secret: WEBHOOK_SECRET.refine(canSign, { error: "must be a Standard Webhooks secret, whsec_…" }).optional(),
});

export function webhookRoutes() {
  const routes = createRoutes();

  routes.get("/webhook", (context) => context.json({ url: context.var.world.webhook?.url ?? null }));

  routes.put("/webhook", async (context) => {
    const webhook = parse(WebhookRequest, await readJson(context));
    context.var.world.setWebhook(webhook);
    return context.json({ url: webhook.url });
  });

  routes.get("/webhooks", (context) => {
    const { state, webhook } = context.var.world;
    const newest = [...state.deliveries].reverse().slice(0, MAX_LISTED);
    return context.json({ url: webhook?.url ?? null, deliveries: newest });
  });

  routes.post("/webhooks/send", async (context) => {
    const { kind, event } = parse(SendRequest, await readJson(context));
    const { world } = context.var;
    const { url, secret } = requireWebhook(world);
    const body = toJson(event ?? unrequestedFileEvent());
    const { id } = addDelivery(world, body);
    for (const { headers, text } of buildRequests(kind, id, body, secret))
      world.deliveries.record(id, await postWebhook(url, text, headers), null);
    return context.json({ kind, delivery: world.state.deliveries.get(id) });
  });

  routes.post("/webhooks/:id/redeliver", async (context) => {
    const { world } = context.var;
    const delivery = world.state.deliveries.get(context.req.param("id"));
    if (!delivery) throw new HttpError(404, "Delivery not found");
    await world.deliveries.attempt(delivery, requireWebhook(world));
    return context.json({ delivery: world.state.deliveries.get(delivery.id) });
  });

  return routes;
}

function requireWebhook({ webhook }: World): WebhookTarget {
  if (webhook) return webhook;
  throw new HttpError(409, "This world has no webhook address. Set it with PUT /sandbox/webhook");
}

function addDelivery(world: World, body: string): DeliveryRecord {
  const delivery = newDelivery({ body });
  world.write({ deliveries: [delivery] });
  return delivery;
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
