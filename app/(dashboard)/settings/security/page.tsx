import type { Metadata } from "next";
import { PageHeader } from "@/components/layout/page-header";
import { AddAuthenticatorButton } from "@/components/security/add-authenticator-button";
import { AuthenticatorList } from "@/components/security/authenticator-list";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { countOf } from "@/lib/domain/money/numbers";
import { definePage } from "@/lib/queries/define-page";
import { getOwnSecondFactor } from "@/lib/queries/second-factor";

export const metadata: Metadata = { title: "Security" };

export default definePage({
  permission: "profile.use",
  path: "/settings/security",
  async render() {
    const factor = await getOwnSecondFactor({});
    return (
      <>
        <PageHeader title="Security" lead="How you prove that it’s you." />
        {factor.ok ? (
          <Panel
            title="Authenticator apps"
            lead="A code from your phone, in addition to your password."
            action={<AddAuthenticatorButton />}
            isFlush
          >
            {factor.data.authenticators.length > 0 ? (
              <>
                <AuthenticatorList authenticators={factor.data.authenticators} />
                <p className="border-line border-t px-4 py-3 text-ink-2">
                  {countOf(factor.data.recoveryCodesLeft, "recovery code")} left.
                </p>
              </>
            ) : (
              <EmptyState title="Only your password protects your account" />
            )}
          </Panel>
        ) : (
          <ErrorState error={factor.error} />
        )}
      </>
    );
  },
});
