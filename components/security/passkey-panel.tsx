import { EmptyState } from "@/components/ui/messages/empty-state";
import { Panel } from "@/components/ui/panel";
import type { OwnSecondFactor } from "@/lib/domain/people/second-factor";
import { AddPasskeyButton } from "./add-passkey-button";
import { FactorList } from "./factor-list";

type PasskeyPanelProps = Pick<OwnSecondFactor, "passkeys" | "site" | "suggestedName"> & {
  canAdd: boolean;
  /** The person has one factor only. */
  isLast: boolean;
};

export function PasskeyPanel({ passkeys, site, suggestedName, canAdd, isLast }: PasskeyPanelProps) {
  return (
    <Panel
      title="Passkeys"
      lead="Your fingerprint, face, or PIN on this device, or a security key. Signs you in without a password."
      action={
        site.works && canAdd ? (
          <AddPasskeyButton origin={site.origin} suggestedName={suggestedName} />
        ) : undefined
      }
      isFlush
    >
      {!site.works && <p className="px-4 pt-1 pb-4 text-ink-2">{site.reason}</p>}
      {passkeys.length > 0 && <FactorList kind="passkey" factors={passkeys} isLast={isLast} />}
      {site.works && passkeys.length === 0 && <EmptyState title="No passkeys yet" />}
    </Panel>
  );
}
