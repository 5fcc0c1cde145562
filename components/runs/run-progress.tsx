import type { Run } from "@/lib/domain/runs/run";
import { progressText, timeText } from "./run-text";

type RunProgressProps = { run: Run; cardsPerSecond: number };

export function RunProgress({ run, cardsPerSecond }: RunProgressProps) {
  const { total, skipped, waiting, sent } = run.counts;
  const planned = total - skipped;
  const isOpen = run.state === "running" && waiting > 0;
  return (
    <div className="mb-4 rounded-panel border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <p role="status" className="font-medium">
          {progressText(run)}
        </p>
        {isOpen && <p className="text-ink-2">{timeText(waiting, cardsPerSecond)} left</p>}
      </div>
      <progress
        aria-label="Cards"
        aria-valuetext={progressText(run)}
        value={planned - waiting - sent}
        max={Math.max(planned, 1)}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent"
      />
      {run.problem && <p className="mt-2 text-ink-2">{run.problem}</p>}
    </div>
  );
}
