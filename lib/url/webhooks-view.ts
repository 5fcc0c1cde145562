import { WEBHOOK_EFFECTS, WEBHOOK_VERDICTS } from "@/lib/domain/webhook-delivery";
import { defineView } from "./define-view";
import { choiceField, dateField, idField } from "./view-fields";

export const webhooksView = defineView({
  verdict: choiceField(WEBHOOK_VERDICTS),
  effect: choiceField(WEBHOOK_EFFECTS),
  from: dateField(),
  to: dateField(),
  before: idField(15),
  /** The delivery that is open beside the list. */
  entry: idField(15),
});

export type WebhooksView = typeof webhooksView.defaults;
