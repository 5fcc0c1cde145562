import { changeText } from "@/lib/domain/reconciliation/evidence-changes";
import type { SignOffChange } from "@/lib/domain/reconciliation/sign-off";

/** Their first digits are enough to tell two apart; the audit log has all. */
const HASHES = /\b([0-9a-f]{12})[0-9a-f]{52}\b/g;

export function SignOffChanges({ changes }: { changes: readonly SignOffChange[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two exceptions may have the same name
        <li key={index} className="wrap-anywhere">
          {changeText(change).replace(HASHES, "$1…")}
        </li>
      ))}
    </ul>
  );
}
