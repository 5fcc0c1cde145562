"use client";

import { Callout } from "@/components/ui/callout";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { formatDateTime } from "@/lib/client/date-time";
import { useTimeZone } from "@/lib/client/time-zone";
import { NOT_READ_BACK, outdatedSentence, readBackSentence } from "./read-back-words";
import { SinceFreezeWatch } from "./since-freeze-watch";

type ReadBackProps = {
  cardId: string;
  status: string;
  lastFour: string;
  /** When the issuer confirmed it, as ISO 8601. */
  confirmedAt: string;
  isReadBack: boolean;
  /** Where the sentence is what the view is for. */
  isLarge?: boolean;
};

/** What to read to the cardholder, and what has been tried with the card since. */
export function ReadBack(props: ReadBackProps) {
  const { cardId, status, lastFour, confirmedAt, isReadBack, isLarge = false } = props;
  const { timeZone } = useTimeZone();
  const time = formatDateTime(new Date(confirmedAt), { style: "time", timeZone });
  const sentence = readBackSentence({ status, lastFour }, time);
  const isFrozen = status === "FROZEN";
  return (
    <Callout
      tone={isFrozen ? "cold" : status === "BLOCKED" ? "bad" : "good"}
      title="Read to the caller"
      detail={
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {isFrozen && <SinceFreezeWatch cardId={cardId} since={confirmedAt} />}
          <CopyButton size="small" label="Copy sentence" text={sentence} />
        </div>
      }
    >
      <p
        role="status"
        className={classNames("text-pretty", isLarge ? "text-title font-semibold" : "text-lead")}
      >
        “{sentence}”
      </p>
      {!isReadBack && <p className="mt-1 text-small text-ink-2">{NOT_READ_BACK}</p>}
    </Callout>
  );
}

type OutdatedReadBackProps = Pick<ReadBackProps, "status" | "lastFour" | "confirmedAt">;

/** Steps back from what was confirmed, for whoever may be about to read it out. */
export function OutdatedReadBack({ confirmedAt, ...card }: OutdatedReadBackProps) {
  const { timeZone } = useTimeZone();
  const time = formatDateTime(new Date(confirmedAt), { style: "time", timeZone });
  return (
    <Callout tone="warn" title="Changed since" isAnnounced>
      {outdatedSentence(card, time)}
    </Callout>
  );
}
