import { CopyableId } from "@/components/ui/copyable-id";
import { DateTime } from "@/components/ui/date-time";
import { DescriptionList } from "@/components/ui/description-list";
import { Timeline } from "@/components/ui/timeline";
import { formatCount } from "@/lib/domain/numbers";
import { bytesWords, type ReportDetail, type ReportFile } from "@/lib/domain/report";
import { reportStateLook } from "./report-state";

export function ReportFileFacts({ file }: { file: ReportFile }) {
  const { firstAt, lastAt } = file.summary;
  return (
    <DescriptionList
      facts={[
        { name: "Captured", value: <DateTime value={file.capturedAt} style="full" /> },
        { name: "Rows", value: formatCount(file.rows) },
        {
          name: "Size",
          value: <span data-tip={`${formatCount(file.bytes)} bytes`}>{bytesWords(file.bytes)}</span>,
        },
        ...(firstAt ? [{ name: "First row", value: <DateTime value={firstAt} style="full" /> }] : []),
        ...(lastAt ? [{ name: "Last row", value: <DateTime value={lastAt} style="full" /> }] : []),
        { name: "SHA-256", value: <CopyableId id={file.sha256} name="SHA-256" /> },
      ]}
    />
  );
}

export function ReportHistory({ history }: Pick<ReportDetail, "history">) {
  return (
    <Timeline
      label="History"
      entries={history.map(({ at, state, message }) => {
        const { tone, shape } = reportStateLook(state);
        return {
          id: `${at} ${message}`,
          title: message,
          detail: <DateTime value={at} style="full" />,
          tone,
          shape,
        };
      })}
    />
  );
}

export function ReportDownloads({ downloads }: Pick<ReportDetail, "downloads">) {
  if (downloads.length === 0) return <p className="text-ink-2">Nobody has downloaded it yet.</p>;
  return (
    <ul aria-label="Downloads" className="divide-y divide-line">
      {downloads.map(({ at, person }) => (
        <li key={`${at} ${person}`} className="flex justify-between gap-4 py-1.5">
          <span>{person}</span>
          <DateTime value={at} className="text-ink-2" />
        </li>
      ))}
    </ul>
  );
}
