import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { ComparedCaptures } from "@/components/reports/compared-captures";
import { ComparisonResult } from "@/components/reports/comparison-result";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Spinner } from "@/components/ui/messages/spinner";
import type { Difference } from "@/lib/domain/reports/comparison";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { definePage } from "@/lib/queries/define-page";
import { getReportComparison } from "@/lib/queries/report-comparison";
import { getReport } from "@/lib/queries/reports";
import { comparisonView } from "@/lib/url/comparison-view";

export const metadata: Metadata = { title: "Compare captures" };

export default definePage({
  permission: "reports.read",
  path: "/reports/compare",
  async render({ searchParams }) {
    const { from, to, show } = comparisonView.parse(searchParams);
    if (from === null || to === null) notFound();
    const [before, after] = await Promise.all([getReport({ reportId: from }), getReport({ reportId: to })]);
    if (!before.ok || !after.ok) notFound();
    const { type, date } = after.data;
    return (
      <>
        <PageHeader
          breadcrumb={
            <Breadcrumb
              steps={[
                { href: "/reports", name: "Reports" },
                { href: `/reports/${to}`, name: `${reportName(type)}, ${formatPeriod(type, date)}` },
              ]}
            />
          }
          title="Compare captures"
          lead="What changed between two files of the same report."
        />
        <div className="flex flex-col gap-5">
          <ComparedCaptures
            before={before.data}
            after={after.data}
            swapHref={comparisonView.href("/reports/compare", { from: to, to: from, show: null })}
          />
          <Suspense key={`${from} ${to} ${show}`} fallback={<Comparing />}>
            <Comparison from={from} to={to} show={show} />
          </Suspense>
        </div>
      </>
    );
  },
});

type ComparisonProps = { from: string; to: string; show: Difference | null };

/** Slow for long files; the rest of the page doesn't wait for it. */
async function Comparison({ from, to, show }: ComparisonProps) {
  const compared = await getReportComparison({ from, to, show });
  if (!compared.ok) return <ErrorState error={compared.error} />;
  return (
    <ComparisonResult
      {...compared.data}
      hrefFor={(difference) => comparisonView.href("/reports/compare", { from, to, show: difference })}
    />
  );
}

function Comparing() {
  return (
    <p role="status" className="flex items-center gap-2 text-ink-2">
      <Spinner /> Comparing the files…
    </p>
  );
}
