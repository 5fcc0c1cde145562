import { ProgressBar } from "@/components/ui/values/progress-bar";
import type { Run } from "@/lib/domain/runs/run";
import { progressText, timeText } from "./run-text";

type RunProgressProps = { run: Run; cardsPerSecond: number };

export function RunProgress({ run, cardsPerSecond }: RunProgressProps) {
  const { total, waiting, done } = run.counts;
  const isOpen = run.state === "running" && waiting > 0;
  return (
    <div className="mb-4 rounded-panel border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <p role="status" className="font-medium">
          {progressText(run)}
        </p>
        {isOpen && (
          <p className="text-ink-2 first-letter:uppercase">
            {run.isWaiting
              ? "Waits for another run. Runs take turns."
              : `${timeText(waiting, cardsPerSecond)} left`}
          </p>
        )}
      </div>
      <ProgressBar
        label="Cards"
        text={progressText(run)}
        // What failed, was skipped, or was canceled leaves a gap.
        value={done}
        max={Math.max(total, 1)}
      />
      {run.problem && <p className="mt-2 text-ink-2">{run.problem}</p>}
    </div>
  );
}
