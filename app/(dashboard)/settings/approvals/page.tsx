import type { Metadata } from "next";
import { PolicyForm } from "@/components/approvals/policy-form";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { POLICY_LABELS } from "@/lib/domain/approvals/policies";
import { getApprovalNeeds, getApprovalSettings } from "@/lib/queries/approvals";
import { definePage } from "@/lib/queries/define-page";

export const metadata: Metadata = { title: "Approval policies" };

export default definePage({
  permission: "approvals.manage",
  path: "/settings/approvals",
  async render({ since }) {
    const [stored, needs] = await Promise.all([getApprovalSettings({}), getApprovalNeeds({})]);
    if (!stored.ok) return <ErrorState error={stored.error} />;
    const { version, settings, currency, people, stuck, unapprovable, pendingChange } = stored.data;
    return (
      <>
        <RefreshOn since={since} topics={["approvals", "people"]} />
        <PageHeader
          title="Approval policies"
          lead="Which actions need a second person. Everyone else’s work goes on as before."
        />
        <div className="flex max-w-3xl flex-col gap-4">
          {pendingChange && (
            <Callout
              tone="warn"
              title="A change is waiting for approval"
              action={
                <LinkButton size="small" href={`/approvals/${pendingChange.id}`}>
                  View request
                </LinkButton>
              }
            >
              Requested by {pendingChange.requester}.
            </Callout>
          )}
          {stuck.map((kind) => (
            <Callout key={kind} tone="bad" title={POLICY_LABELS[kind]}>
              Nobody can approve this at the moment. Invite another person, or use the emergency path.
            </Callout>
          ))}
          <PolicyForm
            key={version}
            version={version}
            settings={settings}
            currency={currency}
            people={people}
            unapprovable={unapprovable}
            need={needs.ok ? needs.data.policy : undefined}
          />
        </div>
      </>
    );
  },
});
