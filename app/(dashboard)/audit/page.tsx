import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AuditEntry } from "@/components/audit/audit-entry";
import { AuditTable } from "@/components/audit/audit-table";
import { ChainState } from "@/components/audit/chain-state";
import { ExportButton } from "@/components/data-table/export-button";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ViewBar } from "@/components/views/view-bar";
import { parseTablePreferences, tableCookie } from "@/lib/client/table-preferences";
import { FilterTimeZone } from "@/lib/client/time-zone";
import { can } from "@/lib/domain/people/permissions";
import { auditList } from "@/lib/lists/audit-list";
import { getAuditEntry, getAuditFacets, getAuditPage, getChainVerification } from "@/lib/queries/audit";
import { definePage } from "@/lib/queries/define-page";
import { openList } from "@/lib/queries/open-list";
import { type AuditView, auditView } from "@/lib/url/audit-view";
import { exportFileName } from "@/lib/url/export-file-name";
import { NO_PRESENTATION } from "@/lib/url/view-href";

export const metadata: Metadata = { title: "Audit log" };

export default definePage({
  permission: "audit.read",
  path: "/audit",
  async render({ actor, searchParams, since }) {
    const { view, bar } = await openList("audit", searchParams, actor);
    const [page, choices, entry, chain] = await Promise.all([
      getAuditPage({ ...toFilter(view), before: view.before ?? undefined }),
      getAuditFacets({}),
      view.entry ? getAuditEntry({ seq: view.entry }) : null,
      getChainVerification({}),
    ]);
    const olderThan = page.ok ? page.data.olderThan : null;
    const preferences = parseTablePreferences((await cookies()).get(tableCookie(auditList.name))?.value);
    const exportHref = auditView.href("/api/audit/export", {
      ...view,
      ...NO_PRESENTATION,
      before: null,
      entry: null,
    });
    return (
      <>
        <RefreshOn since={since} topics={[...auditList.topics, "views"]} />
        <PageHeader
          title="Audit log"
          lead={<ChainState initial={chain.ok ? chain.data : undefined} />}
          actions={
            can(actor.role, "audit.export") && (
              <ExportButton
                href={exportHref}
                fileName={exportFileName("audit-log", view, auditView.defaults)}
                total={null}
              />
            )
          }
        />
        <ViewBar bar={bar(preferences)} />
        <FilterTimeZone days={view}>
          <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
            <div className="min-w-0 flex-1">
              <AuditTable
                rows={page.ok ? page.data.rows : []}
                error={page.ok ? null : page.error}
                targetMatch={page.ok ? page.data.targetMatch : null}
                view={view}
                defaults={auditView.defaults}
                preferences={preferences}
                people={choices.ok ? choices.data.people : []}
                actions={choices.ok ? choices.data.actions : []}
                olderHref={
                  olderThan === null
                    ? null
                    : auditView.href("/audit", { ...view, before: String(olderThan), entry: null })
                }
                newestHref={
                  view.before === null
                    ? null
                    : auditView.href("/audit", { ...view, before: null, entry: null })
                }
              />
            </div>
            {entry && !entry.ok && (
              <div className="max-xl:order-first xl:w-96 xl:shrink-0">
                <ErrorState error={entry.error} isInline />
              </div>
            )}
            {entry?.ok && (
              <div className="max-xl:order-first xl:sticky xl:top-16 xl:w-96 xl:shrink-0">
                <AuditEntry
                  entry={entry.data}
                  entryHref={(seq) =>
                    auditView.href("/audit", { ...view, entry: seq === null ? null : String(seq) })
                  }
                />
              </div>
            )}
          </div>
        </FilterTimeZone>
      </>
    );
  },
});

function toFilter({ person, action, target, outcome, from, to, zone }: AuditView) {
  const fields = { actorId: person, action, target, outcome, from, to, zone };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}
