import "server-only";
import { z } from "zod";
import { governed } from "@/lib/approvals/approval-rule";
import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { asReissued, changeCard } from "@/lib/card-index/change-card";
import { CardId } from "@/lib/contract/card";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { ReissueCardRequest, type ShippingInformation } from "@/lib/contract/reissue-card";
import type { ApprovalFact } from "@/lib/domain/approvals/approval-request";
import { isCompromised, REISSUE_CAUSES, RENEWAL_OPTIONS } from "@/lib/domain/cards/renewal";
import { formatDay } from "@/lib/domain/time/date-time";
import { issuer } from "@/lib/issuer/issuer";
import { cardTitle, readCardState } from "./card-state";
import { freezeFirst } from "./freeze-first";

/** Never retried: if no response arrives, a job resolves the outcome (lib/jobs/resolve-operations.ts). */
export const reissueCardOperation = governed({
  input: z.object({
    cardId: CardId,
    request: ReissueCardRequest.check(withoutCardNumber),
    /** Not sent to the issuer. */
    cause: z.enum(REISSUE_CAUSES).optional(),
  }),
  action: "card.reissue",
  target: ({ cardId }) => cardId,
  isExclusive: true,
  topics: ({ cardId }) => ["cards", `card:${cardId}`],
  run: ({ input, operationId, trace }) =>
    changeCard(input.cardId, trace, {
      isUrgent: false,
      beforeSending: (before) => storeEvidence(operationId, { input, before }),
      send: () => issuer().reissueCard(input.cardId, input.request, () => recordSending(operationId)),
      expected: asReissued,
    }),
  approval: {
    kind: "reissue",
    isNeeded: ({ request }) => RENEWAL_OPTIONS[request.renewOption].cardNumber === "new",
    precaution: async ({ cardId, cause }, intent, requestId) =>
      cause && isCompromised(cause) ? freezeFirst(cardId, intent, requestId) : null,
    readState: ({ cardId }, options) => readCardState(cardId, options),
    review: ({ request, cause }, state) => ({
      title: cardTitle("Reissue", state),
      subject: state.Cardholder ?? null,
      ...(cause && isCompromised(cause) && state.Status === "Frozen"
        ? { alreadyDone: "The card was frozen with the request. It stays frozen until it’s unfrozen." }
        : {}),
      consequences: [
        "The current card stops working immediately.",
        state["Last four"]
          ? `The number changes and will no longer end in ${state["Last four"]}.`
          : "The number changes.",
        "The card keeps its ID, history, and available credit.",
      ],
      changes: [
        {
          name: "Number",
          before: state["Last four"] ? `•• ${state["Last four"]}` : null,
          after: "New number",
        },
        { name: "CVV", before: "Current CVV", after: "New CVV" },
        { name: "Expiry", before: "Current expiry", after: expiryText(request) },
      ],
      facts: [
        ...(cause ? [{ name: "Cause", value: cause.charAt(0).toUpperCase() + cause.slice(1) }] : []),
        ...(request.shippingInformation ? shippingFacts(request.shippingInformation) : []),
      ],
    }),
  },
});

function expiryText({ renewOption, expiryDate }: ReissueCardRequest): string {
  const { expiry } = RENEWAL_OPTIONS[renewOption];
  if (expiry === "same") return "Current expiry";
  return expiry === "custom" && expiryDate ? formatDay(expiryDate) : "Three years from the reissue";
}

function shippingFacts({
  shippingAddress: { line1, line2, city, postalCode, zone, country },
  ...recipient
}: ShippingInformation): ApprovalFact[] {
  const address = [line1, line2, `${postalCode} ${city}`, zone, country].filter((line) => line?.trim());
  return [
    { name: "Ship to", value: `${recipient.recipientFirstName} ${recipient.recipientLastName}` },
    { name: "Address", value: address.join(", ") },
    { name: "Phone", value: `+${recipient.recipientDialCode} ${recipient.recipientPhoneNumber}` },
    { name: "Email", value: recipient.recipientEmail },
    { name: "Design", value: recipient.cardDesign },
  ];
}
