import { DateTime } from "@/components/ui/date-time";
import type { Dismissed } from "@/lib/domain/attention";
import { dismissedWords } from "./attention-words";

/** Who laid what aside, and why: for everyone to see. */
export function DismissedList({ dismissed }: { dismissed: readonly Dismissed[] }) {
  return (
    <details className="border-line border-t">
      <summary className="px-4 py-2 text-small text-ink-2 hover:text-ink">
        Dismissed in the last 30 days ({dismissed.length})
      </summary>
      <ul aria-label="Dismissed" className="divide-y divide-line border-line border-t">
        {dismissed.map((item) => (
          <li key={item.key} className="px-4 py-2 text-small">
            <p className="text-ink-2">{dismissedWords(item)}</p>
            <p>
              “{item.reason}”{" "}
              <span className="text-ink-3">
                {item.person}, <DateTime value={item.at} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
