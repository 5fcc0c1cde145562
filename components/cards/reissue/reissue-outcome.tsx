"use client";

import { Callout } from "@/components/ui/messages/callout";
import { useTimeZone } from "@/lib/client/time-zone";
import { RENEWAL_OPTIONS, type RenewOption } from "@/lib/domain/cards/renewal";
import { formatDateTime } from "@/lib/domain/time/date-time";

type CardReissuedProps = {
  option: RenewOption;
  before: { lastFour: string; status: string };
  /** Null if the card couldn't be read after the confirmation. */
  after: { lastFour: string; status: string } | null;
  confirmedAt: string;
  isPhysical: boolean;
};

export function CardReissued({ option, before, after, confirmedAt, isPhysical }: CardReissuedProps) {
  const { timeZone } = useTimeZone();
  const { oldCardWorks, cardNumber } = RENEWAL_OPTIONS[option];
  const time = formatDateTime(new Date(confirmedAt), { style: "time", timeZone });
  const hasNewNumber = cardNumber === "new";
  const isFrozen = (after ?? before).status === "FROZEN";
  return (
    <Callout
      tone="good"
      title="Reissued"
      isAnnounced
      detail={isPhysical ? "A new physical card is on its way." : undefined}
    >
      Confirmed by the issuer at {time}.{" "}
      {hasNewNumber &&
        (after
          ? `The new number ends in ${after.lastFour}. `
          : "We couldn’t read the new number yet. Reload this page to see it. ")}
      {!oldCardWorks &&
        (hasNewNumber
          ? `The card ending in ${before.lastFour} no longer works. `
          : "The old expiry and CVV no longer work. ")}
      {isFrozen
        ? "The card is frozen. Purchases are declined until it’s unfrozen."
        : oldCardWorks && `The card ending in ${before.lastFour} keeps working.`}
    </Callout>
  );
}

export function ReissueOutcomeUnknown() {
  return (
    <Callout
      tone="warn"
      title="Outcome unknown: we’re checking with the issuer"
      isAnnounced
      detail="You can close this dialog. The outcome will also appear on the card page."
    >
      The issuer didn’t respond. We’re checking the issuer’s records, and the outcome will appear here
      automatically. Don’t reissue the card again until then.
    </Callout>
  );
}
