import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export type Tone = "good" | "cold" | "bad" | "warn" | "neutral" | "accent";
export type Shape =
  | "dot"
  | "ring"
  | "snow"
  | "barred"
  | "check"
  | "cross"
  | "half"
  | "back"
  | "alert"
  | "diamond";

const TONE_CLASSES = {
  good: "bg-good-soft text-good",
  cold: "bg-cold-soft text-cold",
  bad: "bg-bad-soft text-bad",
  warn: "bg-warn-soft text-warn",
  accent: "bg-accent-soft text-accent",
  neutral: "bg-sunken text-ink-2 inset-ring inset-ring-line",
} as const satisfies Record<Tone, string>;

// Each status has its own shape, so that none is identified by color alone.
const SHAPES = {
  dot: <path d="M6 6h0" strokeWidth="6" />,
  ring: <circle cx="6" cy="6" r="3.4" />,
  snow: <path d="M6 1.2v9.6M1.85 3.6l8.3 4.8m0-4.8-8.3 4.8" />,
  barred: (
    <>
      <circle cx="6" cy="6" r="4.3" />
      <path d="m3 9 6-6" />
    </>
  ),
  check: <path d="m2.2 6.4 2.6 2.6 5-5.8" />,
  cross: <path d="m3 3 6 6m0-6-6 6" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.1" />
      <path d="M6 3.4V6l1.8 1.2" />
    </>
  ),
  back: <path d="M4.4 1.8 1.8 4.4 4.4 7M2 4.4h5.2a2.9 2.9 0 0 1 0 5.8H4.6" />,
  alert: (
    <>
      <path d="M6 1.4 11 10.4H1Z" strokeLinejoin="round" />
      <path d="M6 4.8v2.4m0 1.2v.5" />
    </>
  ),
  diamond: <path d="M6 1.8 10.2 6 6 10.2 1.8 6Z" strokeLinejoin="round" />,
} as const satisfies Record<Shape, ReactNode>;

type BadgeProps = { tone?: Tone; shape?: Shape; className?: string | undefined; children: ReactNode };

export function Badge({ tone = "neutral", shape, className, children }: BadgeProps) {
  return (
    <span className={classNames("badge", TONE_CLASSES[tone], className)}>
      {shape && <ShapeMark shape={shape} />}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** `className` overrides the size, color or position. */
export function ShapeMark({ shape, className = "-ml-0.5" }: { shape: Shape; className?: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={classNames("shape-mark", className)}>
      {SHAPES[shape]}
    </svg>
  );
}
