import { formatCount } from "@/lib/domain/money/numbers";
import type { ReconciledDay } from "@/lib/domain/reconciliation/day-result";

/** How much agrees, and what is left to do. */
export function PeriodFigures({ days }: { days: readonly ReconciledDay[] }) {
  const sum = (value: (day: ReconciledDay) => number) => days.reduce((total, day) => total + value(day), 0);
  const figures = [
    { name: "Rows that agree", value: sum(({ result }) => result?.matched ?? 0) },
    { name: "Rows in the files", value: sum(({ result }) => result?.rows ?? 0) },
    { name: "Open exceptions", value: sum(({ open }) => open) },
    { name: "Not due yet", value: sum(({ result }) => result?.waiting ?? 0), href: "#not-due-yet" },
  ];
  return (
    <dl className="mb-4 grid grid-cols-2 overflow-clip rounded-panel border border-line bg-line sm:grid-cols-4 [&>div]:bg-surface gap-px">
      {figures.map(({ name, value, href }) => (
        <div key={name} className="px-4 py-3">
          <dt className="text-small text-ink-2">{name}</dt>
          <dd className="text-figure font-semibold tabular-nums">
            {href && value > 0 ? (
              <a href={href} className="underline">
                {formatCount(value)}
              </a>
            ) : (
              formatCount(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
