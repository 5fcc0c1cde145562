"use client";

import { useOptimistic, useTransition } from "react";
import { Select } from "@/components/ui/fields/select";
import { subscribeToReport } from "@/lib/actions/subscribe-to-report";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { reportName } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { NOTICE_CHANNELS, type NoticeChannel } from "@/lib/domain/reports/schedule";

const LABELS: Record<NoticeChannel, string> = { off: "Off", bell: "Bell", mail: "Bell and email" };

type SubscriptionSelectProps = {
  type: ReportType;
  channel: NoticeChannel;
  /** Whether email can be sent. */
  canMail: boolean;
};

/** How the person is told when a file of this type arrives, fails, or is late. */
export function SubscriptionSelect({ type, channel, canMail }: SubscriptionSelectProps) {
  const { send } = useAction(subscribeToReport);
  const [shown, setShown] = useOptimistic(channel);
  const [, startTransition] = useTransition();
  const refresh = useRefresh();

  function choose(next: NoticeChannel) {
    startTransition(async () => {
      setShown(next);
      const result = await send({ type, channel: next });
      if (!result.ok)
        toast({ title: "Couldn’t change notifications", detail: result.error.message, tone: "bad" });
      refresh();
    });
  }

  return (
    <Select
      aria-label={`Notify me: ${reportName(type)}`}
      value={shown}
      onChange={(event) => choose(toChannel(event.target.value))}
      options={NOTICE_CHANNELS.map((value) => ({
        value,
        label: LABELS[value],
        isDisabled: value === "mail" && !canMail,
      }))}
    />
  );
}

function toChannel(value: string): NoticeChannel {
  return NOTICE_CHANNELS.find((channel) => channel === value) ?? "off";
}
