import { ActionButton } from "@/components/ui/buttons/action-button";
import { DateTime } from "@/components/ui/values/date-time";
import { restoreAttention } from "@/lib/actions/restore-attention";
import type { Dismissed } from "@/lib/domain/cards/attention-items";
import { dismissedLabel } from "./attention-text";

type DismissedListProps = { dismissed: readonly Dismissed[]; canRestore: boolean };

export function DismissedList({ dismissed, canRestore }: DismissedListProps) {
  return (
    <details className="border-line border-t">
      <summary className="px-4 py-2 text-small text-ink-2 hover:text-ink">
        Dismissed in the last 30 days ({dismissed.length})
      </summary>
      <ul aria-label="Dismissed" className="divide-y divide-line border-line border-t">
        {dismissed.map((item) => (
          <li key={item.key} className="flex items-start justify-between gap-3 px-4 py-2 text-small">
            <div className="min-w-0">
              <p className="text-ink-2">{dismissedLabel(item)}</p>
              <p>
                “{item.reason}”{" "}
                <span className="text-ink-3">
                  {item.person}, <DateTime value={item.at} />
                </span>
              </p>
            </div>
            {canRestore && (
              <ActionButton
                action={restoreAttention}
                input={{ key: item.key }}
                failedTitle="Couldn’t restore the item"
                tone="ghost"
                size="small"
                aria-label={`Restore: ${dismissedLabel(item)}`}
              >
                Restore
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
