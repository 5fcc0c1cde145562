import { ActionButton } from "@/components/ui/buttons/action-button";
import { DateTime } from "@/components/ui/values/date-time";
import { removeAuthenticator } from "@/lib/actions/remove-authenticator";
import { removePasskey } from "@/lib/actions/remove-passkey";
import type { FactorItem } from "@/lib/domain/people/second-factor";

type FactorListProps = { kind: "authenticator" | "passkey"; factors: readonly FactorItem[] };

export function FactorList({ kind, factors }: FactorListProps) {
  return (
    <ul className="divide-y divide-line">
      {factors.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{name}</p>
            <p className="text-small text-ink-2">
              Added <DateTime value={createdAt} />
              {lastUsedAt && (
                <>
                  , last used <DateTime value={lastUsedAt} />
                </>
              )}
            </p>
          </div>
          {kind === "passkey" ? (
            <ActionButton
              action={removePasskey}
              input={{ passkeyId: id }}
              failedTitle="Couldn’t remove the passkey"
              successToast={{ title: "Passkey removed", tone: "good" }}
              aria-label={`Remove ${name}`}
            >
              Remove
            </ActionButton>
          ) : (
            <ActionButton
              action={removeAuthenticator}
              input={{ authenticatorId: id }}
              failedTitle="Couldn’t remove the authenticator app"
              successToast={{ title: "Authenticator app removed", tone: "good" }}
              aria-label={`Remove ${name}`}
            >
              Remove
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}
