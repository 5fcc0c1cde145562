import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { AddAuthenticatorButton } from "@/components/security/add-authenticator-button";
import { FactorList } from "@/components/security/factor-list";
import { PasskeyPanel } from "@/components/security/passkey-panel";
import { PolicyPanel } from "@/components/security/policy-panel";
import { RenewCodesButton } from "@/components/security/renew-codes-button";
import { Callout } from "@/components/ui/messages/callout";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { countOf } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import type { OwnSecondFactor } from "@/lib/domain/people/second-factor";
import { definePage } from "@/lib/queries/define-page";
import { getFactorPolicies, getOwnSecondFactor } from "@/lib/queries/second-factor";

export const metadata: Metadata = { title: "Security" };

export default definePage({
  permission: "profile.use",
  path: "/settings/security",
  async render({ actor, since }) {
    const factor = await getOwnSecondFactor({});
    const isAdmin = can(actor.role, "settings.manage");
    return (
      <>
        {isAdmin && <RefreshOn since={since} topics={["people"]} />}
        <PageHeader title="Security" lead="How you prove that it’s you." />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          {factor.ok ? <OwnFactors factor={factor.data} /> : <ErrorState error={factor.error} />}
          {isAdmin && <Policies />}
        </div>
      </>
    );
  },
});

function OwnFactors({ factor }: { factor: OwnSecondFactor }) {
  const { authenticators, passkeys, recoveryCodesLeft, site, suggestedName, rule } = factor;
  const count = authenticators.length + passkeys.length;
  const hasFactor = count > 0;
  const isLast = count === 1;
  const canAdd = rule !== "off";
  return (
    <div className="flex flex-col gap-5">
      {!hasFactor && (
        <Callout tone={rule === "required" ? "warn" : "neutral"}>
          {canAdd
            ? "Only your password protects your account. Add a passkey or an authenticator app."
            : "Only your password protects your account. Second factors are turned off for your role."}
        </Callout>
      )}
      <PasskeyPanel
        passkeys={passkeys}
        site={site}
        suggestedName={suggestedName}
        canAdd={canAdd}
        isLast={isLast}
      />
      <Panel
        title="Authenticator apps"
        lead="A code from your phone, in addition to your password."
        action={canAdd ? <AddAuthenticatorButton /> : undefined}
        isFlush
      >
        {authenticators.length > 0 ? (
          <FactorList kind="authenticator" factors={authenticators} isLast={isLast} />
        ) : (
          <EmptyState title="No authenticator apps yet" />
        )}
      </Panel>
      {hasFactor && (
        <Panel
          title="Recovery codes"
          lead={`${countOf(recoveryCodesLeft, "recovery code")} left. Each signs you in once, instead of a second factor.`}
          action={<RenewCodesButton />}
          isFlush
        >
          {null}
        </Panel>
      )}
    </div>
  );
}

async function Policies() {
  const policies = await getFactorPolicies({});
  return policies.ok ? <PolicyPanel policies={policies.data} /> : <ErrorState error={policies.error} />;
}
