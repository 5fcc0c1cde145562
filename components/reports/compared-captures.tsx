import { IntentLink } from "@/components/ui/buttons/intent-link";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { countOf } from "@/lib/domain/money/numbers";
import type { ReportDetail } from "@/lib/domain/reports/report";

type ComparedCapturesProps = { before: ReportDetail; after: ReportDetail; swapHref: string };

export function ComparedCaptures({ before, after, swapHref }: ComparedCapturesProps) {
  return (
    <Panel
      title="Captures"
      action={
        <LinkButton href={swapHref} size="small">
          Swap
        </LinkButton>
      }
    >
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2">
        <Capture name="Before" report={before} />
        <Capture name="After" report={after} />
      </dl>
    </Panel>
  );
}

function Capture({ name, report: { id, person, createdAt, file } }: { name: string; report: ReportDetail }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{name}</dt>
      <dd>
        <IntentLink href={`/reports/${id}`} className="font-medium text-accent hover:underline">
          <DateTime value={file?.receivedAt ?? createdAt} style="full" />
        </IntentLink>
        <p className="text-small text-ink-2">
          Requested by {person}
          {file && ` · ${countOf(file.rows, "row")}`}
        </p>
      </dd>
    </div>
  );
}
