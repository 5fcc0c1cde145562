import { changeText } from "@/lib/domain/reconciliation/evidence-changes";
import type { SignOffChange } from "@/lib/domain/reconciliation/sign-off";

export function SignOffChanges({ changes }: { changes: readonly SignOffChange[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and two exceptions may have the same name
        <li key={index} className="wrap-anywhere">
          {changeText(change)}
        </li>
      ))}
    </ul>
  );
}
