import { DateTime } from "@/components/ui/values/date-time";
import { countOf } from "@/lib/domain/money/numbers";
import type { PreviousSecrets } from "@/lib/domain/settings/previous-secrets";

type SecretsStateProps = { isComplete: boolean; unreadable: number; previous: PreviousSecrets };

/** What is encrypted with which secret, and whether a previous one can be removed. */
export function SecretsState({ isComplete, unreadable, previous }: SecretsStateProps) {
  if (!isComplete) return "Encrypting stored data with the current secret…";
  if (unreadable > 0)
    return `${countOf(unreadable, "stored value")} can’t be decrypted: this server doesn’t have ${unreadable === 1 ? "its" : "their"} secret.`;
  return (
    <>
      Everything is encrypted with the current secret. <Removal {...previous} />
    </>
  );
}

function Removal(previous: PreviousSecrets) {
  switch (previous.state) {
    case "none":
      return null;
    case "removable":
      return "You can remove NEXTAUTH_SECRET_PREVIOUS.";
    case "in-use":
      return "Keep NEXTAUTH_SECRET_PREVIOUS: a running copy still uses it as its secret.";
    case "unchecked":
      return "Keep NEXTAUTH_SECRET_PREVIOUS: stored data hasn’t been checked since a copy last used it.";
    case "needed":
      return (
        <>
          Keep NEXTAUTH_SECRET_PREVIOUS until <DateTime value={previous.until} />, when the last session
          signed with it has ended.
        </>
      );
    case "unused":
      return (
        <>
          No copy has used NEXTAUTH_SECRET_PREVIOUS since <DateTime value={previous.since} />. Remove it,
          unless you are about to switch to it.
        </>
      );
  }
}
