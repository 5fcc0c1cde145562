"use client";

import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import { useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Popover } from "@/components/ui/popups/popover";
import { readNotifications } from "@/lib/actions/read-notifications";
import { useStreamState, useTopics } from "@/lib/client/event-stream";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { newOperationId } from "@/lib/client/operation-id";
import { getJson } from "@/lib/client/request";
import { toast } from "@/lib/client/toast";
import type { Notifications } from "@/lib/domain/people/notification";
import type { NotificationListProps } from "./notification-list";

const list = loadOnIntent<NotificationListProps>(() => import("./notification-list"));

const TONES: Record<string, "bad" | "neutral"> = {
  "report-failed": "bad",
  "admin-changed": "neutral",
  "admin-recovered": "neutral",
  "approval-requested": "neutral",
  "approval-refused": "bad",
  "approval-emergency": "bad",
  "run-canceled": "neutral",
  "sessions-ended": "neutral",
  recovery: "neutral",
  "recovery-declined": "bad",
  "factors-removed": "bad",
  "wrong-code": "bad",
};

/** Usually about what the person is doing in another browser right now, so the bell is enough. */
const QUIET_KINDS = new Set(["new-device", "session-limit"]);

/** Shows new notifications as toasts and all of them as a list. */
export function NotificationBell({ personId, initial }: { personId: string; initial: Notifications }) {
  const { data, refetch } = useQuery({
    queryKey: ["notifications"],
    queryFn: ({ signal }) => getJson<Notifications>("/api/notifications", signal),
    initialData: initial,
    staleTime: 0,
  });
  useTopics([`person:${personId}`], () => void refetch());
  const isConnected = useStreamState() === "on";
  const refetchMissed = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isConnected) refetchMissed();
  }, [isConnected]);
  const newest = data.items[0];
  const lastToastId = useRef(Number(initial.items[0]?.id ?? 0));

  useEffect(() => {
    const unseen = data.items.filter(
      ({ id, isRead, kind }) => Number(id) > lastToastId.current && !isRead && !QUIET_KINDS.has(kind),
    );
    for (const { kind, title, href } of unseen.toReversed())
      toast({ title, tone: TONES[kind] ?? "good", action: { label: "Open", href } });
    lastToastId.current = Math.max(lastToastId.current, Number(data.items[0]?.id ?? 0));
  }, [data]);

  async function markRead() {
    if (data.unread === 0 || !newest) return;
    await readNotifications(newOperationId(), { upTo: newest.id }).catch(() => null);
    await refetch();
  }

  const label = data.unread > 0 ? `Notifications, ${data.unread} new` : "Notifications";
  return (
    <Popover
      label="Notifications"
      align="end"
      preload={list.preload}
      trigger={(props) => (
        <IconButton {...props} label={label} className="relative">
          <Bell strokeWidth={1.6} className="size-4" aria-hidden="true" />
          {data.unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0.5 grid h-3.5 min-w-3.5 place-items-center rounded-full bg-accent px-1 text-[0.625rem] text-accent-ink leading-none"
            >
              {data.unread > 9 ? "9+" : data.unread}
            </span>
          )}
        </IconButton>
      )}
    >
      {(close) => <list.Component items={data.items} onRead={() => void markRead()} onOpen={close} />}
    </Popover>
  );
}
