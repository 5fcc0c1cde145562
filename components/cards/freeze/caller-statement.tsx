"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { classNames } from "@/components/ui/class-names";
import { Callout } from "@/components/ui/messages/callout";
import { useTimeZone } from "@/lib/client/time-zone";
import type { StatusChange } from "@/lib/domain/cards/card-status";
import { formatDateTime } from "@/lib/domain/time/date-time";
import { callerStatementText, NOT_VERIFIED, outdatedSentence } from "./caller-statement-text";
import { TransactionsSinceFreeze } from "./transactions-since-freeze";

type CallerStatementProps = {
  cardId: string;
  status: string;
  lastFour: string;
  /** ISO 8601. */
  confirmedAt: string;
  isVerified: boolean;
  /** Equal to `status` if nothing changed; null if the card couldn't be read before. */
  previousStatus?: string | null;
  action?: ReactNode;
  /** For views that exist to show this sentence. */
  isLarge?: boolean;
};

/** The sentence to read to the caller, and the transactions since the freeze. */
export function CallerStatement(props: CallerStatementProps) {
  const {
    cardId,
    status,
    lastFour,
    confirmedAt,
    isVerified,
    previousStatus,
    action,
    isLarge = false,
  } = props;
  const { timeZone } = useTimeZone();
  const time = formatDateTime(new Date(confirmedAt), { style: "time", timeZone });
  const sentence = callerStatementText({ status, lastFour, previousStatus }, time);
  const isFrozen = status === "FROZEN";
  return (
    <Callout
      tone={isFrozen ? "cold" : status === "BLOCKED" ? "bad" : "good"}
      title="Read this to the caller"
      detail={
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {isFrozen && <TransactionsSinceFreeze cardId={cardId} since={confirmedAt} />}
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
      {!isVerified && <p className="mt-1 text-small text-ink-2">{NOT_VERIFIED}</p>}
    </Callout>
  );
}

type OutdatedStatementProps = {
  status: string;
  lastFour: string;
  /** The last four at the time of the confirmation. */
  formerLastFour?: string | undefined;
  /** Null if the change wasn't confirmed. */
  confirmedAt: string | null;
  change: StatusChange | null;
};

/** Replaces an outdated sentence, or shows the outcome of a request that got no response. */
export function OutdatedStatement({ confirmedAt, change, ...card }: OutdatedStatementProps) {
  const { timeZone } = useTimeZone();
  const formatTime = (at: string) => formatDateTime(new Date(at), { style: "time", timeZone });
  return (
    <Callout
      tone={confirmedAt === null ? "neutral" : "warn"}
      title={confirmedAt === null ? "Confirmed by the issuer" : "Status changed"}
      isAnnounced
    >
      {outdatedSentence({ ...card, change }, confirmedAt, formatTime)}
    </Callout>
  );
}
