"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { ShapeMark } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { Notification } from "@/lib/domain/people/notification";

export type NotificationListProps = {
  items: readonly Notification[];
  /** Called when the list is opened. */
  onRead: () => void;
  onOpen: () => void;
};

/** Load it with `loadOnIntent`. */
export default function NotificationList({ items, onRead, onOpen }: NotificationListProps) {
  // Items that were unread when the list was opened stay marked while it is open.
  const [initiallyUnread] = useState(
    () => new Set(items.filter(({ isRead }) => !isRead).map(({ id }) => id)),
  );
  const markRead = useEffectEvent(onRead);
  useEffect(() => markRead(), []);
  if (items.length === 0)
    return (
      <p className="w-72 px-4 py-6 text-center text-ink-2">
        You’ll be notified here when a report is ready or your account changes.
      </p>
    );
  return (
    <ul className="max-h-96 w-80 max-w-[calc(100vw-2rem)] divide-y divide-line overflow-y-auto">
      {items.map(({ id, kind, title, href, at }) => (
        <li key={id}>
          <IntentLink href={href} onClick={onOpen} className="flex gap-3 px-4 py-2.5 hover:bg-hover">
            <NotificationMark kind={kind} />
            <span className="min-w-0 flex-1">
              <span className={initiallyUnread.has(id) ? "block font-medium" : "block text-ink-2"}>
                {title}
              </span>
              <DateTime value={at} className="text-small text-ink-3" />
            </span>
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}

/** Worth a look, even if it was you. */
const WARNINGS: ReadonlySet<string> = new Set([
  "admin-changed",
  "admin-recovered",
  "approval-requested",
  "approval-emergency",
  "new-device",
  "report-changed",
  "report-late",
  "reconciliation-stale",
  "run-canceled",
  "session-limit",
  "sessions-ended",
  "wrong-code",
]);

const REFUSALS: ReadonlySet<string> = new Set(["report-failed", "approval-refused", "recovery-declined"]);

function NotificationMark({ kind }: { kind: string }) {
  if (REFUSALS.has(kind)) return <ShapeMark shape="cross" className="mt-1 size-3 text-bad" />;
  if (WARNINGS.has(kind)) return <ShapeMark shape="alert" className="mt-1 size-3 text-warn" />;
  return <ShapeMark shape="check" className="mt-1 size-3 text-good" />;
}
