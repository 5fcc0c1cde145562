import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { countOf } from "@/lib/domain/money/numbers";

type PolicyReportItem = {
  directive: string;
  blocked: string;
  page: string;
  reports: number;
  lastAt: Date;
};

/** What browsers blocked: a mistake of ours, a browser extension, or an attack. */
export function PolicyReports({ reports }: { reports: readonly PolicyReportItem[] }) {
  return (
    <Panel
      title="Content security policy"
      lead="What browsers blocked in the last 30 days. Extensions cause most reports; a path of ours points to a bug."
      isFlush
    >
      {reports.length === 0 ? (
        <p className="border-line border-t px-4 py-3 text-ink-2">No reports</p>
      ) : (
        <ul
          aria-label="Content security policy reports"
          className="divide-y divide-line border-line border-t"
        >
          {reports.map(({ directive, blocked, page, reports: count, lastAt }) => (
            <li
              key={`${directive} ${blocked} ${page}`}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3"
            >
              <span className="wrap-anywhere min-w-0">
                <span className="font-mono">{directive}</span> blocked{" "}
                <span className="font-mono">{blocked}</span> on <span className="font-mono">{page}</span>
              </span>
              <span className="text-small text-ink-2">
                {countOf(count, "report")}, last <DateTime value={lastAt.toISOString()} style="full" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
