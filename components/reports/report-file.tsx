import { CopyableId } from "@/components/ui/buttons/copyable-id";
import { DescriptionList } from "@/components/ui/description-list";
import { Timeline } from "@/components/ui/timeline";
import { DateTime } from "@/components/ui/values/date-time";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { formatBytes, type ReportDetail, type ReportFile } from "@/lib/domain/reports/report";
import { reportStateStyle } from "./report-state";

export function ReportFileDetails({ file }: { file: ReportFile }) {
  const { firstAt, lastAt } = file.summary;
  return (
    <>
      <DescriptionList
        facts={[
          { name: "Received", value: <DateTime value={file.receivedAt} style="full" /> },
          { name: "Rows", value: formatCount(file.rows) },
          {
            name: "Size",
            value: (
              <span data-tip={`${formatCount(file.storedBytes)} bytes`}>{formatBytes(file.storedBytes)}</span>
            ),
          },
          ...(firstAt ? [{ name: "First row", value: <DateTime value={firstAt} style="full" /> }] : []),
          ...(lastAt ? [{ name: "Last row", value: <DateTime value={lastAt} style="full" /> }] : []),
          ...hashFacts(file),
        ]}
      />
      {file.maskedValues > 0 && (
        <p className="mt-2 text-pretty text-small text-ink-2">
          Card numbers and security codes were masked before the file was stored, so it differs from the
          issuer’s.
        </p>
      )}
    </>
  );
}

function hashFacts({ maskedValues, sha256, storedSha256 }: ReportFile) {
  if (maskedValues === 0) return [{ name: "SHA-256", value: <CopyableId id={sha256} name="SHA-256" /> }];
  return [
    { name: "Masked", value: countOf(maskedValues, "value") },
    { name: "SHA-256 of this file", value: <CopyableId id={storedSha256} name="SHA-256 of this file" /> },
    {
      name: "SHA-256 of the issuer’s file",
      value: <CopyableId id={sha256} name="SHA-256 of the issuer’s file" />,
    },
  ];
}

export function ReportHistory({ history }: Pick<ReportDetail, "history">) {
  return (
    <Timeline
      label="History"
      entries={history.map(({ at, state, message }) => {
        const { tone, shape } = reportStateStyle(state);
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
  if (downloads.length === 0) return <p className="text-ink-2">No downloads yet</p>;
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
