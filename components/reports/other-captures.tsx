import { LinkButton } from "@/components/ui/buttons/link-button";
import { DateTime } from "@/components/ui/values/date-time";
import { countOf } from "@/lib/domain/money/numbers";
import type { OtherCapture } from "@/lib/domain/reports/report";
import { comparisonView } from "@/lib/url/comparison-view";

/** From the earlier to the later file. */
export function comparisonHref(reportId: string, { id, isLater }: OtherCapture): string {
  const [from, to] = isLater ? [reportId, id] : [id, reportId];
  return comparisonView.href("/reports/compare", { from, to, show: null });
}

type OtherCapturesProps = { reportId: string; captures: readonly OtherCapture[] };

export function OtherCaptures({ reportId, captures }: OtherCapturesProps) {
  return (
    <ul aria-label="Other captures" className="divide-y divide-line">
      {captures.map((capture) => (
        <li
          key={capture.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2"
        >
          <div className="min-w-0">
            <DateTime value={capture.receivedAt} style="full" />
            <p className="text-small text-ink-2">
              Requested by {capture.person} · {countOf(capture.rows, "row")}
              {capture.isSameFile && " · same file"}
            </p>
          </div>
          <LinkButton size="small" href={comparisonHref(reportId, capture)}>
            Compare
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
