"use client";

import { useTimeZone } from "@/lib/client/time-zone";
import { describeStatusChange, type StatusAt } from "@/lib/domain/cards/card-status";
import { formatTimeOfDay } from "@/lib/domain/time/date-time";

/** The issuer's API gives no decline reason, but Cardwell may know the card's status at the time. */
export function DeclineReason({ statusThen }: { statusThen: StatusAt | null }) {
  const { timeZone } = useTimeZone();
  return (
    <section aria-label="Decline reason" className="rounded-control bg-sunken px-3 py-2 text-pretty">
      {statusThen && <p className="font-medium">{statusThenText(statusThen, timeZone)}</p>}
      <p className="text-small text-ink-2">The issuer's API doesn't give a decline reason.</p>
    </section>
  );
}

function statusThenText({ at, status, change }: StatusAt, timeZone: string): string {
  const time = formatTimeOfDay(new Date(change.at), { timeZone, now: new Date(at) });
  const changeText = describeStatusChange(status, change, { card: "it", time });
  return `The card was ${status.toLowerCase()} at the time: ${changeText.replace(/^(It|You) /, (word) => word.toLowerCase())}.`;
}
