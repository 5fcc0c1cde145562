"use client";

import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { CardFace } from "@/components/card-art/card-face";
import { useDesigns } from "@/components/designs/use-designs";
import { DescriptionList } from "@/components/ui/description-list";
import { Callout } from "@/components/ui/messages/callout";
import type { CardDetail } from "@/lib/contract/card";
import {
  isCompromised,
  RENEWAL_OPTIONS,
  type ReissueCause,
  type RenewOption,
} from "@/lib/domain/cards/renewal";
import { findCountry } from "@/lib/domain/countries/countries";
import { defaultExpiry, toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { CAUSE_LABELS, compromiseWarning, RENEW_OPTION_LABELS } from "./reissue-text";
import type { ReissueValues } from "./reissue-values";

type ReissueReviewProps = {
  form: UseFormReturn<ReissueValues, unknown, ReissueValues>;
  card: Pick<CardDetail, "cardName" | "cardType" | "lastFour" | "status">;
  cause: ReissueCause | null;
  isPhysical: boolean;
  /** A second person decides first. */
  isRequest: boolean;
};

export function ReissueReview({ form, card, cause, isPhysical, isRequest }: ReissueReviewProps) {
  const values = useWatch({ control: form.control }) as ReissueValues;
  const warning = compromiseWarning(values.renewOption, cause);
  const willBeFrozen = card.status === "FROZEN" || (cause !== null && isCompromised(cause));
  const freezeText = willBeFrozen ? describeFreeze(card.status) : isRequest && KEEPS_WORKING;
  return (
    <div className="flex flex-col gap-4">
      {warning && <Callout tone="warn">{warning}</Callout>}
      {freezeText && <Callout tone="accent">{freezeText}</Callout>}
      {isRequest && <p className="font-medium">Once approved:</p>}
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {consequences(values, { ...card, willBeFrozen }, isPhysical).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {isPhysical && (
        <NewCardPreview
          designId={values.shippingInformation.cardDesign}
          card={card}
          option={values.renewOption}
        />
      )}
      <DescriptionList
        facts={[
          ...(cause ? [{ name: "Reason", value: CAUSE_LABELS[cause] }] : []),
          { name: "Option", value: RENEW_OPTION_LABELS[values.renewOption] },
          ...(isPhysical ? shippingFacts(values) : []),
          ...(isPhysical
            ? [{ name: "Design", value: <DesignName id={values.shippingInformation.cardDesign} /> }]
            : []),
        ]}
      />
    </div>
  );
}

type NewCardPreviewProps = { designId: string; card: ReissueReviewProps["card"]; option: RenewOption };

function NewCardPreview({ designId, card: { cardName, cardType, lastFour }, option }: NewCardPreviewProps) {
  const { data } = useDesigns();
  const isNewNumber = RENEWAL_OPTIONS[option].cardNumber === "new";
  return (
    <CardFace
      design={data?.find(({ id }) => id === designId) ?? { id: designId }}
      card={{ cardName, cardType, lastFour: isNewNumber ? "••••" : lastFour }}
      size="gallery"
      className="max-w-56"
    />
  );
}

const KEEPS_WORKING = "The card keeps working until this is approved. Freeze it to stop it now.";

function describeFreeze(status: string): string {
  return status === "FROZEN"
    ? "The card is frozen and stays frozen until you unfreeze it."
    : "The card is frozen first, right away. It stays frozen until you unfreeze it.";
}

function consequences(
  { renewOption, expiryDate }: ReissueValues,
  card: { lastFour: string; willBeFrozen: boolean },
  isPhysical: boolean,
): string[] {
  const { cardNumber, expiry, cvv, oldCardWorks } = RENEWAL_OPTIONS[renewOption];
  const expiryDay = expiry === "custom" ? expiryDate : defaultExpiry(toIsoDate(new Date()));
  return [
    oldCardWorks
      ? `The card ending in ${card.lastFour} doesn’t change${card.willBeFrozen ? "" : " and keeps working"}.`
      : `The current card stops working immediately${cardNumber === "same" ? ", even though the number stays the same" : ""}.`,
    ...(cardNumber === "new" ? [`The number changes and will no longer end in ${card.lastFour}.`] : []),
    ...(cvv === "new" ? ["The CVV changes."] : []),
    ...(expiry === "same" ? [] : [`The card expires on ${formatDay(expiryDay)}.`]),
    "The card keeps its ID, history, and available credit.",
    ...(isPhysical ? ["A new physical card is sent to the address below."] : []),
  ];
}

function shippingFacts({ shippingInformation: shipping }: ReissueValues) {
  const { line1, line2, zone, city, postalCode, country } = shipping.shippingAddress;
  return [
    { name: "To", value: `${shipping.recipientFirstName} ${shipping.recipientLastName}` },
    {
      name: "Address",
      value: (
        <span className="whitespace-pre-line">
          {[line1, line2, `${postalCode} ${city}`, zone, findCountry(country)?.name ?? country]
            .filter((line) => line.trim() !== "")
            .join("\n")}
        </span>
      ),
    },
    { name: "Phone", value: `+${shipping.recipientDialCode} ${shipping.recipientPhoneNumber}` },
    { name: "Email", value: <span className="break-all">{shipping.recipientEmail}</span> },
  ];
}

function DesignName({ id }: { id: string }) {
  const { data } = useDesigns();
  return data?.find((design) => design.id === id)?.name ?? id;
}
