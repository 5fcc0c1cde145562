import { Badge } from "@/components/ui/values/badge";
import { countOf } from "@/lib/domain/money/numbers";
import type { ReconciledDay, SignOffState } from "@/lib/domain/reconciliation/day-result";

export function DayState({ day }: { day: ReconciledDay | undefined }) {
  if (!day) return <Badge shape="ring">No file</Badge>;
  if (!day.result || day.isDue)
    return (
      <Badge tone="accent" shape="half">
        Comparing
      </Badge>
    );
  if (day.signOff !== "none") return <SignOffBadge state={day.signOff} />;
  if (day.isUnclear)
    return (
      <Badge tone="warn" shape="alert">
        File not understood
      </Badge>
    );
  if (day.open > 0)
    return (
      <Badge tone="warn" shape="alert">
        Open
      </Badge>
    );
  if (day.result.checks.some(({ outcome }) => outcome === "differs"))
    return (
      <Badge tone="bad" shape="cross">
        Check differs
      </Badge>
    );
  return (
    <Badge tone="good" shape="dot">
      Agrees
    </Badge>
  );
}

type MonthStateProps = { days: number; signedDays: number; signOff: SignOffState };

export function MonthState({ days, signedDays, signOff }: MonthStateProps) {
  if (signOff !== "none") return <SignOffBadge state={signOff} />;
  return (
    <span className="text-ink-2">
      {signedDays} of {countOf(days, "day")} signed off
    </span>
  );
}

export function SignOffBadge({ state }: { state: "signed" | "stale" }) {
  return state === "signed" ? (
    <Badge tone="good" shape="check">
      Signed off
    </Badge>
  ) : (
    <Badge tone="warn" shape="back">
      Stale
    </Badge>
  );
}
