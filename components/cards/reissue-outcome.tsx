"use client";

import { Callout } from "@/components/ui/callout";
import { useTimeZone } from "@/lib/client/time-zone";
import { formatDateTime } from "@/lib/domain/date-time";
import { RENEWAL_OPTIONS, type RenewOption } from "@/lib/domain/renewal";

type ReissuedProps = {
  option: RenewOption;
  before: { lastFour: string; status: string };
  /** Null: the issuer confirmed the reissue, but the card could not be read afterwards. */
  after: { lastFour: string; status: string } | null;
  confirmedAt: string;
  isPhysical: boolean;
};

/** What did happen, to be read to the caller. */
export function Reissued({ option, before, after, confirmedAt, isPhysical }: ReissuedProps) {
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
      detail={isPhysical ? "New plastic is on its way." : undefined}
    >
      The issuer confirmed it at {time}.{" "}
      {hasNewNumber &&
        (after
          ? `The new number ends in ${after.lastFour}. `
          : "The new number could not be read yet: reload this page to see it. ")}
      {!oldCardWorks &&
        (hasNewNumber
          ? `The card ending ${before.lastFour} no longer works. `
          : "The old expiry and CVV no longer work. ")}
      {isFrozen
        ? "The card is still frozen: purchases are declined until it is unfrozen."
        : oldCardWorks && `The card ending ${before.lastFour} goes on working.`}
    </Callout>
  );
}

/** Nobody knows: it is said, and nothing is offered that could make it happen twice. */
export function OutcomeUnknown() {
  return (
    <Callout
      tone="warn"
      title="Nobody knows yet whether this happened"
      isAnnounced
      detail="You can close this. The card’s page shows the outcome as well."
    >
      The issuer did not answer. The server is finding out by reading the issuer’s records, and the outcome
      appears here by itself. Do not reissue the card again meanwhile.
    </Callout>
  );
}
