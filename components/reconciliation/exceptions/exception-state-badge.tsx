import { Badge, type Shape, type Tone } from "@/components/ui/values/badge";
import { EXCEPTION_STATES, type ExceptionState } from "@/lib/domain/reconciliation/exception";

const STYLES = {
  open: { tone: "warn", shape: "ring" },
  explained: { tone: "accent", shape: "dot" },
  waiting: { tone: "neutral", shape: "half" },
  resolved: { tone: "good", shape: "check" },
} as const satisfies Record<ExceptionState, { tone: Tone; shape: Shape }>;

export function ExceptionStateBadge({ state }: { state: ExceptionState }) {
  return <Badge {...STYLES[state]}>{EXCEPTION_STATES[state]}</Badge>;
}

export function exceptionStateStyle(state: ExceptionState): { tone: Tone; shape: Shape } {
  return STYLES[state];
}
