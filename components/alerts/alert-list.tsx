import Link from "next/link";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { findCondition } from "@/lib/domain/alerts/conditions";
import { withPageName } from "@/lib/domain/people/action-labels";

export type AlertItem = {
  id: string;
  condition: string;
  subject: string;
  detail: string;
  since: string;
  clearedAt: string | null;
  resting: { since: string; clearAfterMinutes: number } | null;
};

/** Open alerts with what to do, then those that are over. */
export function AlertList({ alerts }: { alerts: readonly AlertItem[] }) {
  if (alerts.length === 0) return <EmptyState title="No alerts in the last 90 days" />;
  return (
    <ul className="divide-y divide-line">
      {alerts.map((alert) => (
        <li key={alert.id} className="px-4 py-3">
          <AlertSummary alert={alert} />
        </li>
      ))}
    </ul>
  );
}

function AlertSummary({
  alert: { condition: name, subject, detail, since, clearedAt, resting },
}: {
  alert: AlertItem;
}) {
  // An alert of another version has only its name.
  const condition = findCondition(name);
  const title = condition?.title ?? name;
  const isOver = clearedAt === null && resting !== null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere font-medium">{subject ? `${title}: ${subject}` : title}</span>
        <AlertState
          isCritical={condition?.severity === "critical"}
          isOpen={clearedAt === null}
          isResting={resting !== null}
        />
      </p>
      <p className="wrap-anywhere text-small text-ink-2">
        {isOver ? (
          <>
            {condition?.over} Since <DateTime value={resting.since} />. Closes after{" "}
            {resting.clearAfterMinutes} minutes without a failure.
          </>
        ) : clearedAt === null ? (
          <>
            {detail} Since <DateTime value={since} />.
          </>
        ) : (
          <>
            {detail} From <DateTime value={since} /> to <DateTime value={clearedAt} />.
          </>
        )}
      </p>
      {clearedAt === null && !isOver && condition && (
        <p className="text-pretty text-small">
          {condition.remedy}{" "}
          <Link href={condition.page} className="font-medium text-accent hover:underline">
            {withPageName(`Open ${condition.page}`)}
            <span className="sr-only"> for {title}</span>
          </Link>
        </p>
      )}
    </>
  );
}

function AlertState(alert: { isCritical: boolean; isOpen: boolean; isResting: boolean }) {
  if (!alert.isOpen)
    return (
      <Badge tone="good" shape="check">
        All clear
      </Badge>
    );
  if (alert.isResting)
    return (
      <Badge tone="warn" shape="half">
        Recovering
      </Badge>
    );
  return (
    <Badge tone={alert.isCritical ? "bad" : "warn"} shape="alert">
      Open
    </Badge>
  );
}
