import { ProgressBar } from "@/components/ui/values/progress-bar";
import { countOf, formatCount } from "@/lib/domain/money/numbers";

type BatchProgressProps = { total: number; arrived: number; failed: number };

/** How far the reports are that were requested together. */
export function BatchProgress({ total, arrived, failed }: BatchProgressProps) {
  const done = arrived + failed;
  const text = `${formatCount(arrived)} of ${countOf(total, "report")} ready${
    failed > 0 ? `, ${formatCount(failed)} failed` : ""
  }`;
  return (
    <div className="rounded-panel border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap justify-between gap-x-4">
        <p className="font-medium">Requesting missing reports</p>
        <p role="status" className="text-ink-2">
          {text}
        </p>
      </div>
      <ProgressBar label="Missing reports" text={text} value={done} max={total} />
      <p className="mt-2 text-small text-ink-2">
        A few are requested at a time. You can leave this page; you’ll be notified when they are ready.
      </p>
    </div>
  );
}
