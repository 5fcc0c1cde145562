import type { Metadata } from "next";
import { ApprovalList } from "@/components/approvals/approval-list";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { can } from "@/lib/domain/people/permissions";
import { getApprovals } from "@/lib/queries/approvals";
import { definePage } from "@/lib/queries/define-page";
import { getRecoveries } from "@/lib/queries/team";
import { approvalsView } from "@/lib/url/approvals-view";

export const metadata: Metadata = { title: "Approvals" };

const LISTS = {
  waiting: { name: "Waiting for me", emptyTitle: "Nothing waits for your approval" },
  mine: { name: "Asked by me", emptyTitle: "You haven’t requested any approval" },
  decided: { name: "Decided", emptyTitle: "No decisions yet" },
} as const;

export default definePage({
  permission: "approvals.read",
  path: "/approvals",
  async render({ actor, searchParams, since }) {
    const { list } = approvalsView.parse(searchParams);
    const isAdmin = can(actor.role, "users.manage");
    const [approvals, recoveries] = await Promise.all([
      getApprovals({ list }),
      isAdmin ? getRecoveries({}) : null,
    ]);
    const canConfirm = recoveries?.ok && recoveries.data.some((recovery) => recovery.canConfirm);
    const waiting = approvals.ok && approvals.data.waiting > 0 ? ` (${approvals.data.waiting})` : "";
    return (
      <>
        <RefreshOn since={since} topics={["approvals", "people"]} />
        <PageHeader
          title="Approvals"
          lead="What needs a second person, because it can’t be undone."
          actions={
            can(actor.role, "approvals.manage") && (
              <LinkButton href="/settings/approvals">Policies</LinkButton>
            )
          }
        />
        <div className="mb-4">
          <LinkTabs
            label="Requests"
            tabs={(["waiting", "mine", "decided"] as const).map((tab) => ({
              href: approvalsView.href("/approvals", { list: tab }),
              name: `${LISTS[tab].name}${tab === "waiting" ? waiting : ""}`,
              isCurrent: tab === list,
            }))}
          />
        </div>
        {list === "waiting" && canConfirm && (
          <Callout
            tone="warn"
            title="A colleague’s lost access waits for you"
            action={
              <LinkButton size="small" href="/settings/team">
                Open Team
              </LinkButton>
            }
            className="mb-4"
          >
            A second admin has to confirm it. First make sure that it’s really them who asked.
          </Callout>
        )}
        {approvals.ok ? (
          <Panel isFlush>
            <ApprovalList
              label={LISTS[list].name}
              items={approvals.data.items}
              emptyTitle={LISTS[list].emptyTitle}
            />
          </Panel>
        ) : (
          <ErrorState error={approvals.error} />
        )}
      </>
    );
  },
});
