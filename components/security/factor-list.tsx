import { ActionButton } from "@/components/ui/buttons/action-button";
import { DateTime } from "@/components/ui/values/date-time";
import { removeAuthenticator } from "@/lib/actions/remove-authenticator";

export type AuthenticatorItem = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

export function AuthenticatorList({ authenticators }: { authenticators: readonly AuthenticatorItem[] }) {
  return (
    <ul className="divide-y divide-line">
      {authenticators.map(({ id, name, createdAt, lastUsedAt }) => (
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
          <ActionButton
            action={removeAuthenticator}
            input={{ authenticatorId: id }}
            failedTitle="Couldn’t remove the authenticator app"
            successToast={{ title: "Authenticator app removed", tone: "good" }}
            aria-label={`Remove ${name}`}
          >
            Remove
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}
