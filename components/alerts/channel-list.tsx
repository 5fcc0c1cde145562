import { EmptyState } from "@/components/ui/messages/empty-state";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { CHANNEL_KINDS } from "@/lib/domain/alerts/channel";
import { ALERT_TOPICS } from "@/lib/domain/alerts/conditions";
import { ChannelActions } from "./channel-actions";
import type { ChannelItem } from "./channel-item";

const EVENTS = {
  opened: "Alert",
  cleared: "All-clear",
  head: "Head of the audit log",
  test: "Test",
} as const;

export function ChannelList({ channels }: { channels: readonly ChannelItem[] }) {
  if (channels.length === 0)
    return (
      <EmptyState title="No channels yet">
        <p>Alerts are shown only on this page until you add a channel.</p>
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {channels.map((channel) => (
        <li
          key={channel.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
        >
          <div className="min-w-0 flex-[1_1_16rem]">
            <p className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere font-medium">{channel.name}</span>
              {channel.isPaused && <Badge>Paused</Badge>}
            </p>
            <p className="wrap-anywhere text-small text-ink-2">
              {CHANNEL_KINDS[channel.kind]} to{" "}
              {channel.leadsTo ?? "a target that can’t be decrypted with this server’s secret"}.{" "}
              {channel.topics === null
                ? "Gets everything."
                : `Gets ${channel.topics.length} of ${ALERT_TOPICS.length} topics.`}
            </p>
            <LastDelivery delivery={channel.delivery} />
          </div>
          <ChannelActions channel={channel} />
        </li>
      ))}
    </ul>
  );
}

function LastDelivery({ delivery }: { delivery: ChannelItem["delivery"] }) {
  if (!delivery) return <p className="text-small text-ink-2">Nothing sent yet.</p>;
  const { event, state, problem, at, nextAt } = delivery;
  if (state === "sent")
    return (
      <p className="text-small text-ink-2">
        {EVENTS[event]} sent, <DateTime value={at} />.
      </p>
    );
  if (!problem)
    return (
      <p className="text-small text-ink-2">
        {EVENTS[event]} of <DateTime value={at} /> is being sent.
      </p>
    );
  return (
    <p className="wrap-anywhere text-small text-bad">
      {EVENTS[event]} of <DateTime value={at} /> not sent. {problem}
      {state === "waiting" && (
        <>
          {" "}
          Next attempt <DateTime value={nextAt} />.
        </>
      )}
    </p>
  );
}
