import { IntentLink } from "@/components/ui/buttons/intent-link";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime } from "@/components/ui/values/date-time";
import type { ApprovalItem } from "@/lib/domain/approvals/approval-request";
import { ApprovalStateBadge } from "./approval-state-badge";
import { UNREADABLE_REQUEST } from "./unreadable-request";

type ApprovalListProps = { label: string; items: readonly ApprovalItem[]; emptyTitle: string };

export function ApprovalList({ label, items, emptyTitle }: ApprovalListProps) {
  if (items.length === 0) return <EmptyState title={emptyTitle} />;
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id}>
          <IntentLink
            href={`/approvals/${item.id}`}
            className="flex min-h-11 flex-col gap-1 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{item.title ?? UNREADABLE_REQUEST}</span>
              {item.subject && <span className="text-ink-2">{item.subject}</span>}
              <ApprovalStateBadge item={item} />
            </span>
            <span className="wrap-anywhere text-small text-ink-2">
              {item.isMine ? "You" : item.requester}, <DateTime value={item.requestedAt} />
              {item.state === "waiting" && (
                <>
                  , expires <DateTime value={item.expiresAt} />
                </>
              )}
              {item.decision?.by && item.state !== "withdrawn" && <>. Decided by {item.decision.by}</>}
            </span>
            {item.reason && <span className="wrap-anywhere line-clamp-2">{item.reason}</span>}
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}
