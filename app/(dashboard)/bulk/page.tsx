import type { Metadata } from "next";
import { LogPagination } from "@/components/data-table/log-pagination";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { PasteCardsForm } from "@/components/runs/paste-cards-form";
import { RunsTable } from "@/components/runs/runs-table";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { can } from "@/lib/domain/people/permissions";
import { kindsFor } from "@/lib/domain/runs/run";
import { definePage } from "@/lib/queries/define-page";
import { getRuns } from "@/lib/queries/runs";
import { runsView } from "@/lib/url/run-view";

export const metadata: Metadata = { title: "Bulk runs" };

export default definePage({
  permission: "bulk.freeze",
  path: "/bulk",
  async render({ actor, searchParams, since }) {
    const { before } = runsView.parse(searchParams);
    const found = await getRuns({ before });
    return (
      <>
        <RefreshOn since={since} topics={["runs"]} />
        <PageHeader
          title="Bulk runs"
          lead="Freeze, unfreeze, block, or issue many cards. You see a preview first."
          actions={
            can(actor.role, "bulk.run") && <LinkButton href="/bulk/issue">Issue cards from a file</LinkButton>
          }
        />
        <div className="grid grid-cols-1 gap-4">
          <Panel
            title="Choose cards"
            lead="Paste them here, or select them in the list of cards."
            action={<LinkButton href="/cards">Open Cards</LinkButton>}
          >
            <PasteCardsForm kinds={kindsFor(actor.role)} />
          </Panel>
          {found.ok ? (
            <Panel title="Runs" isFlush>
              {found.data.runs.length > 0 ? (
                <RunsTable runs={found.data.runs} />
              ) : (
                <EmptyState title="No runs yet">Runs and your own plans appear here.</EmptyState>
              )}
            </Panel>
          ) : (
            <ErrorState error={found.error} />
          )}
          {found.ok && (
            <LogPagination
              olderHref={found.data.next && runsView.href("/bulk", { before: found.data.next })}
              newestHref={before && "/bulk"}
            />
          )}
        </div>
      </>
    );
  },
});
