"use client";

import { useTimeZone } from "@/lib/client/time-zone";
import { describeStatusChange, type StatusAt } from "@/lib/domain/card-status";
import { formatTimeOfDay } from "@/lib/domain/date-time";

/** What can be told to someone who asks why: the issuer's API gives no reason, Cardwell may know the card's status. */
export function DeclineReason({ statusThen }: { statusThen: StatusAt | null }) {
  const { timeZone } = useTimeZone();
  return (
    <section aria-label="Decline reason" className="rounded-control bg-sunken px-3 py-2 text-pretty">
      {statusThen && <p className="font-medium">{statusThenWords(statusThen, timeZone)}</p>}
      <p className="text-small text-ink-2">The issuer's API doesn't give a decline reason.</p>
    </section>
  );
}

function statusThenWords({ at, status, change }: StatusAt, timeZone: string): string {
  const time = formatTimeOfDay(new Date(change.at), { timeZone, now: new Date(at) });
  const made = describeStatusChange(status, change, { card: "it", time });
  return `The card was ${status.toLowerCase()} at the time: ${made.replace(/^(It|You) /, (word) => word.toLowerCase())}.`;
}
