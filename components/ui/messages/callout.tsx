import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { type Shape, ShapeMark, type Tone } from "@/components/ui/values/badge";

type CalloutProps = {
  tone?: Tone;
  /** Small text above: "Read this to the caller". */
  title?: ReactNode;
  children: ReactNode;
  /** Muted text below. */
  detail?: ReactNode;
  action?: ReactNode;
  /** Announced by screen readers when it appears. */
  isAnnounced?: boolean;
  className?: string | undefined;
};

const STYLES = {
  good: { edge: "border-good-line bg-good-soft", ink: "text-good", shape: "check" },
  cold: { edge: "border-cold-line bg-cold-soft", ink: "text-cold", shape: "snow" },
  bad: { edge: "border-bad-line bg-bad-soft", ink: "text-bad", shape: "alert" },
  warn: { edge: "border-warn-line bg-warn-soft", ink: "text-warn", shape: "alert" },
  accent: { edge: "border-accent-line bg-accent-soft", ink: "text-accent", shape: "dot" },
  neutral: { edge: "border-line-strong bg-surface", ink: "text-ink-3", shape: "diamond" },
} as const satisfies Record<Tone, { edge: string; ink: string; shape: Shape }>;

export function Callout({
  tone = "neutral",
  title,
  children,
  detail,
  action,
  isAnnounced = false,
  className,
}: CalloutProps) {
  const { edge, ink, shape } = STYLES[tone];
  return (
    <div
      role={isAnnounced ? "status" : undefined}
      className={classNames(
        "flex items-start gap-3 rounded-panel border px-4 py-3 max-sm:flex-wrap",
        edge,
        className,
      )}
    >
      <ShapeMark shape={shape} className={classNames("mt-1 size-3.5", ink)} />
      <div className="min-w-0 flex-1 max-sm:basis-52">
        {title != null && <p className={classNames("text-small font-medium", ink)}>{title}</p>}
        <div className="text-pretty">{children}</div>
        {detail != null && <div className="mt-0.5 text-small text-ink-2">{detail}</div>}
      </div>
      {/* Wraps below the text if both don't fit side by side. */}
      <div className="empty:hidden max-sm:w-full max-sm:pl-[1.625rem]">{action}</div>
    </div>
  );
}
