import { lineStyle } from "@/components/charts/line-style";
import { Panel } from "@/components/ui/panel";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { Copy } from "@/lib/domain/instances/last-hour";
import { copyName } from "./copy-name";

export function Copies({ copies }: { copies: readonly Copy[] }) {
  const hasOtherBuild = copies.some((copy) => copy.hasOtherBuild);
  return (
    <Panel
      title="Copies"
      lead={
        hasOtherBuild
          ? "The running copies have different builds. That is normal only during an upgrade."
          : "Copies of the dashboard that ran in the last hour."
      }
      isFlush
    >
      <ul aria-label="Copies" className="divide-y divide-line border-line border-t">
        {copies.length === 0 && <li className="px-4 py-3 text-ink-2">No copy has recorded anything yet</li>}
        {copies.map((copy, index) => (
          <li
            key={copy.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3"
          >
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              {copies.length > 1 && (
                <svg viewBox="0 0 24 4" aria-hidden="true" className="h-1 w-6 shrink-0">
                  <path d="M1 2h22" strokeWidth="1.5" strokeLinecap="round" {...lineStyle(index)} />
                </svg>
              )}
              <h3 className="wrap-anywhere min-w-0 font-medium">{copyName(copy)}</h3>
              <State {...copy} />
              {copy.hasOtherBuild && (
                <Badge tone="warn" shape="alert">
                  Different build
                </Badge>
              )}
            </div>
            <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
              {[
                { name: "Version", value: `${copy.version}, build ${copy.build}` },
                { name: "Started", value: <DateTime value={copy.startedAt} style="full" /> },
                { name: "Last seen", value: <DateTime value={copy.lastSeenAt} style="full" /> },
              ].map(({ name, value }) => (
                <div key={name} className="flex gap-1.5">
                  <dt className="text-ink-2">{name}</dt>
                  <dd className="wrap-anywhere min-w-0">{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function State({ isRunning, isStopped }: Pick<Copy, "isRunning" | "isStopped">) {
  if (isRunning)
    return (
      <Badge tone="good" shape="dot">
        Running
      </Badge>
    );
  return isStopped ? (
    <Badge tone="neutral" shape="ring">
      Stopped
    </Badge>
  ) : (
    <Badge tone="warn" shape="barred">
      Not responding
    </Badge>
  );
}
