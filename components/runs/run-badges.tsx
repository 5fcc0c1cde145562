import { Badge, type Shape, type Tone } from "@/components/ui/values/badge";
import { formatCount } from "@/lib/domain/money/numbers";
import { ITEM_STATES, type ItemState, RUN_STATES, type Run, type RunState } from "@/lib/domain/runs/run";

const RUNS = {
  planned: { tone: "neutral", shape: "half" },
  running: { tone: "cold", shape: "half" },
  paused: { tone: "warn", shape: "barred" },
  finished: { tone: "good", shape: "check" },
  canceled: { tone: "neutral", shape: "cross" },
} as const satisfies Record<RunState, { tone: Tone; shape: Shape }>;

type RunBadgeProps = { run: Pick<Run, "state" | "requestId" | "isWaiting" | "counts"> };

export function RunBadge({ run: { state, requestId, isWaiting, counts } }: RunBadgeProps) {
  if (requestId !== null)
    return (
      <Badge tone="warn" shape="half">
        Waits for approval
      </Badge>
    );
  if (isWaiting)
    return (
      <Badge tone="neutral" shape="half">
        Waits for another run
      </Badge>
    );
  if (state === "finished" && counts.failed > 0)
    return (
      <Badge tone="bad" shape="cross">
        Finished, {formatCount(counts.failed)} failed
      </Badge>
    );
  if (state === "finished" && counts.skipped > 0)
    return (
      <Badge tone="warn" shape="back">
        Finished, {formatCount(counts.skipped)} skipped
      </Badge>
    );
  return <Badge {...RUNS[state]}>{RUN_STATES[state]}</Badge>;
}

const ITEMS = {
  waiting: { tone: "neutral", shape: "half" },
  sent: { tone: "cold", shape: "half" },
  done: { tone: "good", shape: "check" },
  failed: { tone: "bad", shape: "cross" },
  skipped: { tone: "neutral", shape: "back" },
  canceled: { tone: "neutral", shape: "cross" },
} as const satisfies Record<ItemState, { tone: Tone; shape: Shape }>;

export function ItemBadge({ state }: { state: ItemState }) {
  return <Badge {...ITEMS[state]}>{ITEM_STATES[state]}</Badge>;
}
