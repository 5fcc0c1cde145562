import { WEBHOOK_EFFECTS, WEBHOOK_VERDICTS } from "@/lib/domain/webhook-delivery";
import { webhooksList } from "@/lib/lists/webhooks-list";
import { defineView } from "./define-view";
import { orderedDays } from "./ordered-days";
import { choiceField, dateField, idField, savedViewFields, zoneField } from "./view-fields";

export const webhooksView = orderedDays(
  defineView({
    verdict: choiceField(WEBHOOK_VERDICTS),
    effect: choiceField(WEBHOOK_EFFECTS),
    from: dateField(),
    to: dateField(),
    zone: zoneField(),
    before: idField(15),
    /** The delivery shown in the side panel. */
    entry: idField(15),
    ...savedViewFields(webhooksList),
  }),
);

export type WebhooksView = typeof webhooksView.defaults;
