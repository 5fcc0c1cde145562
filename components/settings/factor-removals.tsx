import { ActionButton } from "@/components/ui/buttons/action-button";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { decideFactorRemoval } from "@/lib/actions/decide-factor-removal";

export type FactorRemovalItem = {
  id: string;
  person: string;
  requestedBy: string;
  expiresAt: string;
  isYours: boolean;
  canConfirm: boolean;
};

/** Nothing while none waits. */
export function FactorRemovals({ removals }: { removals: readonly FactorRemovalItem[] }) {
  if (removals.length === 0) return null;
  return (
    <Panel title="Waiting for a second admin" isFlush className="mb-5">
      <ul className="divide-y divide-line">
        {removals.map(({ id, person, requestedBy, expiresAt, isYours, canConfirm }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="font-medium">Remove {person}’s second factors</p>
              <p className="text-small text-ink-2">
                Requested by {isYours ? "you" : requestedBy}, expires <DateTime value={expiresAt} />
              </p>
            </div>
            <div className="flex gap-2">
              <ActionButton
                action={decideFactorRemoval}
                input={{ removalId: id, isConfirmed: false }}
                failedTitle={isYours ? "Couldn’t withdraw the request" : "Couldn’t decline the request"}
              >
                {isYours ? "Withdraw" : "Decline"}
              </ActionButton>
              {canConfirm && (
                <ActionButton
                  action={decideFactorRemoval}
                  input={{ removalId: id, isConfirmed: true }}
                  failedTitle="Couldn’t remove the second factors"
                  successToast={{ title: `${person}’s second factors were removed`, tone: "good" }}
                  tone="danger"
                >
                  Confirm
                </ActionButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
