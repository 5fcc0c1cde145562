import "server-only";
import { z } from "zod";
import { failure, success } from "@/lib/domain/result";
import { Day } from "@/lib/domain/time/day";
import { isTimeZone } from "@/lib/domain/time/time-zone";
import { WEBHOOK_EFFECTS, WEBHOOK_VERDICTS } from "@/lib/domain/webhook-delivery";
import { findDelivery, listDeliveries } from "@/lib/events/webhook-deliveries";
import { defineQuery } from "./define-query";

const DELIVERIES_PER_PAGE = 50;

const TimeZone = z.string().refine(isTimeZone);

export const getWebhookPage = defineQuery({
  name: "the webhooks",
  permission: "webhooks.read",
  input: z.object({
    verdict: z.enum(WEBHOOK_VERDICTS).nullish(),
    effect: z.enum(WEBHOOK_EFFECTS).nullish(),
    from: Day.nullish(),
    to: Day.nullish(),
    zone: TimeZone.nullish(),
    before: z.string().max(15).nullish(),
  }),
  run: async ({ input }) => success(await listDeliveries(input, DELIVERIES_PER_PAGE)),
});

export const getWebhook = defineQuery({
  name: "a webhook",
  permission: "webhooks.read",
  input: z.object({ deliveryId: z.string().max(15) }),
  async run({ input, requestId }) {
    const delivery = await findDelivery(input.deliveryId);
    if (delivery) return success(delivery);
    return failure({ code: "not-found", message: "Delivery not found.", requestId, retry: "never" });
  },
});
