import { IntentLink } from "@/components/ui/buttons/intent-link";
import { DateTime } from "@/components/ui/values/date-time";
import type { Run } from "@/lib/domain/runs/run";
import { RunBadge } from "./run-badges";
import { progressText, runTitle } from "./run-text";

const HEADER = "px-2 py-2 text-start font-medium first:pl-4 last:pr-4";
const CELL = "px-2 py-2 align-top first:pl-4 last:pr-4";

export function RunsTable({ runs }: { runs: readonly Run[] }) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Bulk runs" className="w-full">
        <thead className="text-small text-ink-2">
          <tr className="border-line border-b">
            <th scope="col" className={HEADER}>
              Run
            </th>
            <th scope="col" className={HEADER}>
              Result
            </th>
            <th scope="col" className={`${HEADER} max-sm:hidden`}>
              Started
            </th>
            <th scope="col" className={HEADER}>
              State
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row" className={`${CELL} text-start font-normal`}>
                <IntentLink href={`/bulk/${run.id}`} className="font-medium hover:underline">
                  {runTitle(run.kind, run.counts)}
                </IntentLink>
                <span className="block wrap-anywhere text-small text-ink-2">{run.scope}</span>
              </th>
              <td className={CELL}>{progressText(run)}</td>
              <td className={`${CELL} text-ink-2 max-sm:hidden`}>
                {!run.startedAt && "Planned "}
                <DateTime value={run.startedAt ?? run.createdAt} style="short" />
                <span className="block text-small">{run.person}</span>
              </td>
              <td className={CELL}>
                <RunBadge run={run} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
