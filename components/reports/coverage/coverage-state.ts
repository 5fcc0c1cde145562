import type { Shape, Tone } from "@/components/ui/values/badge";
import type { CoverageState } from "@/lib/domain/reports/coverage";

/** Each state has its own shape, so that none is identified by color alone. */
export const COVERAGE_STYLES = {
  here: { tone: "good", shape: "check", label: "Ready", cell: "bg-good-soft text-good" },
  changed: { tone: "cold", shape: "diamond", label: "Changed", cell: "bg-cold-soft text-cold" },
  "under-way": { tone: "accent", shape: "ring", label: "In progress", cell: "bg-accent-soft text-accent" },
  scheduled: { tone: "neutral", shape: "half", label: "Scheduled", cell: "bg-sunken text-ink-2" },
  missing: {
    tone: "warn",
    shape: "alert",
    label: "Missing",
    cell: "border border-warn-line border-dashed text-warn",
  },
  failed: { tone: "bad", shape: "cross", label: "Failed", cell: "bg-bad-soft text-bad" },
  unavailable: { tone: "neutral", shape: "dot", label: "Not available yet", cell: "text-ink-3" },
} as const satisfies Record<CoverageState, { tone: Tone; shape: Shape; label: string; cell: string }>;
