import { Panel } from "@/components/ui/panel";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { RecentRuns, WorkDescription, WorkReport } from "@/lib/domain/work-description";

export function BackgroundWork({ work }: { work: readonly WorkReport[] }) {
  return (
    <Panel title="Background work" lead="Scheduled jobs and workers, and when they last ran." isFlush>
      <ul className="divide-y divide-line border-line border-t">
        {work.map((piece) => (
          <li key={piece.name} className="flex flex-col gap-1 px-4 py-3">
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
              <div className="min-w-0 flex-1 basis-80">
                <h3 className="font-medium">{piece.title}</h3>
                <p className="text-ink-2">{piece.purpose}</p>
              </div>
              <div className="flex flex-col gap-1 text-small">
                {piece.status !== null && <p>{piece.status}</p>}
                {piece.runs && <Runs {...piece.runs} />}
              </div>
            </div>
            <details className="text-small">
              <summary aria-label={`Details: ${piece.title}`} className="text-ink-2 hover:text-ink">
                Details
              </summary>
              <WorkDetails {...piece} />
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Runs({ lastSuccessAt, lastFailureAt, unfinishedSince }: RecentRuns) {
  const isFailing = lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt);
  return (
    <>
      {isFailing && (
        <p>
          <Badge tone="bad" shape="cross">
            Failed
          </Badge>{" "}
          <DateTime value={lastFailureAt} style="full" />
        </p>
      )}
      {lastSuccessAt !== null && (
        <p>
          Last success: <DateTime value={lastSuccessAt} style="full" />
        </p>
      )}
      {lastSuccessAt === null && <p>No successful run in the last hour</p>}
      {unfinishedSince !== null && (
        <p>
          Not finished: started <DateTime value={unfinishedSince} style="full" />
        </p>
      )}
    </>
  );
}

function WorkDetails({ name, trigger, concurrency, retries, crash }: WorkDescription) {
  const facts = {
    Name: <code className="font-mono">{name}</code>,
    Runs: trigger,
    Concurrency: concurrency,
    Retries: retries,
    "After a crash": crash,
  };
  return (
    <dl className="mt-1 grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[8rem_1fr]">
      {Object.entries(facts).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="mb-1 max-w-prose">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
