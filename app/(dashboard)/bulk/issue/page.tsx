import type { Metadata } from "next";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { IssueFromFile } from "@/components/runs/issue/issue-from-file";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { definePage } from "@/lib/queries/define-page";
import { getDesigns } from "@/lib/queries/designs";

export const metadata: Metadata = { title: "Issue cards from a file" };

export default definePage({
  permission: "bulk.run",
  path: "/bulk/issue",
  async render() {
    const found = await getDesigns({});
    return (
      <>
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/bulk", name: "Bulk runs" }]} />}
          title="Issue cards from a file"
          lead="One card per row. You check the rows here, and no card is issued before you start the run."
        />
        <div className="flex flex-col gap-4">
          <IssueFromFile designs={found.ok ? found.data.designs : null} today={toIsoDate(new Date())} />
        </div>
      </>
    );
  },
});
