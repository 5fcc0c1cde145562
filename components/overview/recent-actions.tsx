import { OutcomeBadge } from "@/components/audit/outcome-badge";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime } from "@/components/ui/values/date-time";
import { actionLabel } from "@/lib/domain/people/action-labels";
import type { AuditListRow } from "@/lib/domain/people/audit-log";

export function RecentActions({ actions }: { actions: readonly AuditListRow[] }) {
  if (actions.length === 0) return <EmptyState title="No actions yet" />;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {actions.map(({ seq, action, actor, outcome, message, at }) => (
        <li key={seq} className="flex items-center justify-between gap-3 px-4 py-2">
          <div className="min-w-0">
            <p className="truncate font-medium">{actionLabel(action)}</p>
            <p className="truncate text-small text-ink-2">
              {actor ?? "Not signed in"}
              {outcome === "denied" && message && `: ${message}`}
            </p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-0.5">
            <OutcomeBadge outcome={outcome} />
            <DateTime value={at} className="text-small text-ink-3" />
          </div>
        </li>
      ))}
    </ul>
  );
}
