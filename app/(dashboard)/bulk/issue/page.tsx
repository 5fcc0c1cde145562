import type { Metadata } from "next";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { IssueFromFile } from "@/components/runs/issue/issue-from-file";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { getCompany } from "@/lib/queries/create-card";
import { definePage } from "@/lib/queries/define-page";
import { getDesigns } from "@/lib/queries/designs";
import { issueView } from "@/lib/url/run-view";

export const metadata: Metadata = { title: "Issue cards from a file" };

export default definePage({
  permission: "bulk.run",
  path: "/bulk/issue",
  async render({ searchParams }) {
    const { company: customerId, plan } = issueView.parse(searchParams);
    const [found, read] = await Promise.all([
      getDesigns({}),
      customerId === null ? null : getCompany({ customerId }),
    ]);
    const cells = read?.ok ? read.data.cells : null;
    const company = cells && customerId ? { id: customerId, cells } : null;
    return (
      <>
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/bulk", name: "Bulk runs" }]} />}
          title={company ? "Issue to a team" : plan ? "Change rows" : "Issue cards from a file"}
          lead={
            company
              ? `One card per person of ${company.cells.legalName}. No card is issued before you start the run.`
              : plan
                ? "Plan the cards again once the rows are as they should be. The plan before is replaced."
                : "One card per row. You check the rows here, and no card is issued before you start the run."
          }
        />
        <div className="flex flex-col gap-4">
          <IssueFromFile
            key={company?.id ?? plan ?? "file"}
            designs={found.ok ? found.data.designs : null}
            today={toIsoDate(new Date())}
            company={company}
            plan={company ? null : plan}
          />
        </div>
      </>
    );
  },
});
