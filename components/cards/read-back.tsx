"use client";

import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { useTimeZone } from "@/lib/client/time-zone";
import type { StatusChange } from "@/lib/domain/card-status";
import { formatDateTime } from "@/lib/domain/date-time";
import { NOT_READ_BACK, outdatedSentence, readBackSentence } from "./read-back-words";
import { SinceFreezeWatch } from "./since-freeze-watch";

type ReadBackProps = {
  cardId: string;
  status: string;
  lastFour: string;
  /** When the issuer confirmed it, as ISO 8601. */
  confirmedAt: string;
  isReadBack: boolean;
  /** The same as `status`: the card was so already. Null: the card could not be read before. */
  previousStatus?: string | null;
  /** What may be done about it. */
  action?: ReactNode;
  /** Where the sentence is what the view is for. */
  isLarge?: boolean;
};

/** What to read to the cardholder, and what has been tried with the card since. */
export function ReadBack(props: ReadBackProps) {
  const {
    cardId,
    status,
    lastFour,
    confirmedAt,
    isReadBack,
    previousStatus,
    action,
    isLarge = false,
  } = props;
  const { timeZone } = useTimeZone();
  const time = formatDateTime(new Date(confirmedAt), { style: "time", timeZone });
  const sentence = readBackSentence({ status, lastFour, previousStatus }, time);
  const isFrozen = status === "FROZEN";
  return (
    <Callout
      tone={isFrozen ? "cold" : status === "BLOCKED" ? "bad" : "good"}
      title="Read this to the caller"
      detail={
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {isFrozen && <SinceFreezeWatch cardId={cardId} since={confirmedAt} />}
          <span className="flex flex-wrap gap-2">
            {action}
            <CopyButton size="small" label="Copy sentence" text={sentence} />
          </span>
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

type OutdatedReadBackProps = {
  status: string;
  lastFour: string;
  /** The number that was confirmed. */
  formerLastFour?: string | undefined;
  /** Null: it had not been confirmed. */
  confirmedAt: string | null;
  change: StatusChange | null;
};

/** Steps back from what was said, for whoever may be about to read it out; or says what came of a lost answer. */
export function OutdatedReadBack({ confirmedAt, change, ...card }: OutdatedReadBackProps) {
  const { timeZone } = useTimeZone();
  const timeOf = (at: string) => formatDateTime(new Date(at), { style: "time", timeZone });
  return (
    <Callout
      tone={confirmedAt === null ? "neutral" : "warn"}
      title={confirmedAt === null ? "Confirmed by the issuer" : "Status changed"}
      isAnnounced
    >
      {outdatedSentence({ ...card, change }, confirmedAt, timeOf)}
    </Callout>
  );
}
