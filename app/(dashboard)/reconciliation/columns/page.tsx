import type { Metadata } from "next";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { FileSelect } from "@/components/reconciliation/columns/file-select";
import { MappingForm } from "@/components/reconciliation/columns/mapping-form";
import { MappingVersions } from "@/components/reconciliation/columns/mapping-versions";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Callout } from "@/components/ui/messages/callout";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { can } from "@/lib/domain/people/permissions";
import { SETTLEMENT_TYPES } from "@/lib/domain/reconciliation/settlement-type";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { definePage } from "@/lib/queries/define-page";
import { getSettlementColumns } from "@/lib/queries/settlement-columns";
import { settlementColumnsView } from "@/lib/url/settlement-columns-view";

export const metadata: Metadata = { title: "Settlement columns" };

export default definePage({
  permission: "reconciliation.read",
  path: "/reconciliation/columns",
  async render({ actor, searchParams, since }) {
    const view = settlementColumnsView.parse(searchParams);
    const { type } = view;
    const found = await getSettlementColumns(view);
    return (
      <>
        <RefreshOn since={since} topics={["reconciliation"]} />
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/reconciliation", name: "Reconciliation" }]} />}
          title="Settlement columns"
          lead="Columns are recognized by name. Where they aren’t, choose them here once."
        />
        <LinkTabs
          label="Report type"
          tabs={SETTLEMENT_TYPES.map((tab) => ({
            href: settlementColumnsView.href("/reconciliation/columns", { type: tab }),
            name: reportName(tab),
            isCurrent: tab === type,
          }))}
        />
        <div className="mt-5 flex flex-col gap-5">
          {found.ok ? (
            <Content view={view} canWork={can(actor.role, "reconciliation.work")} {...found.data} />
          ) : (
            <ErrorState error={found.error} />
          )}
        </div>
      </>
    );
  },
});

type Found = Extract<Awaited<ReturnType<typeof getSettlementColumns>>, { ok: true }>["data"];
type ContentProps = Found & { view: typeof settlementColumnsView.defaults; canWork: boolean };

function Content({ view, canWork, file, files, draft, versions, hasMapping, groups }: ContentProps) {
  const { type } = view;
  const version = versions[0]?.version ?? null;
  return (
    <>
      {!file || !draft ? (
        <EmptyState title="No files yet">
          Once a settlement file of this type is here, its columns are shown.
        </EmptyState>
      ) : (
        <>
          <FileSelect view={view} defaults={settlementColumnsView.defaults} shown={file.date} files={files} />
          <Callout
            tone={file.question === null ? "neutral" : "warn"}
            title={
              <IntentLink href={`/reports/${file.reportId}`} className="hover:underline">
                {reportName(type)}, {formatPeriod(type, file.date)}
              </IntentLink>
            }
          >
            {file.question ??
              (file.state === "read" ? "This file was understood." : "This file is being read.")}
          </Callout>
          <MappingForm
            key={`${type}-${version}-${file.fileId}`}
            type={type}
            columns={file.columns}
            rows={file.rows}
            readWith={file.readWith}
            draft={draft}
            version={version}
            hasMapping={hasMapping}
            groups={groups}
            canWork={canWork}
          />
        </>
      )}
      <Panel title="Versions" isFlush>
        <MappingVersions versions={versions} />
      </Panel>
    </>
  );
}
