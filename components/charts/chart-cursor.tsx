"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";

type Point = { days: string; text: string; href: string };

type ChartCursorProps = {
  name: string;
  points: readonly Point[];
  summary: ReactNode;

  axis: ReactNode;
  footer: ReactNode;
  /** The plot, rendered on the server. */
  children: ReactNode;
};

/**
 * Shows the value of one day, selected by pointer, touch or arrow keys. It is a range input, so that it is one tab stop
 * and screen readers announce the day and its value.
 */
export function ChartCursor({ name, points, summary, axis, footer, children }: ChartCursorProps) {
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  const slider = useRef<HTMLInputElement>(null);
  const last = points.length - 1;
  const point = selectedIndex === null ? undefined : points[Math.min(selectedIndex, last)];

  function selectAtPointer(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * points.length);
    setSelectedIndex(Math.max(0, Math.min(last, index)));
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    event.preventDefault();
    selectAtPointer(event);
    slider.current?.focus({ preventScroll: true });
  }

  // A clicked day stays selected, so that its link can be reached.
  function handlePointerLeave() {
    if (document.activeElement !== slider.current) setSelectedIndex(null);
  }

  function handleBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setSelectedIndex(null);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") setSelectedIndex(null);
  }

  if (points.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider inside is the control
    <div onBlur={handleBlur} onKeyDown={handleKeyDown}>
      <div className="flex min-h-6 items-baseline justify-between gap-3 pl-9 text-small">
        {point ? (
          <>
            <p className="min-w-0">
              <span className="font-medium">{point.days}</span>
              <span className="text-ink-2">: {point.text}</span>
            </p>
            <IntentLink
              href={point.href}
              className="shrink-0 rounded-[3px] font-medium text-accent hover:underline"
            >
              Open list
            </IntentLink>
          </>
        ) : (
          <p className="min-w-0 text-ink-2">{summary}</p>
        )}
      </div>
      <div className="mt-2 flex">
        {axis}
        <div
          onPointerDown={handlePointerDown}
          onPointerMove={selectAtPointer}
          onPointerLeave={handlePointerLeave}
          className="relative min-w-0 flex-1 touch-pan-y rounded-[4px] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-4"
        >
          {point && selectedIndex !== null && (
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 rounded-[2px] bg-press"
              style={{
                left: `${(selectedIndex / points.length) * 100}%`,
                width: `${100 / points.length}%`,
              }}
            />
          )}
          <div className="relative">{children}</div>
          <input
            ref={slider}
            type="range"
            min={0}
            max={last}
            value={selectedIndex ?? last}
            onChange={(event) => setSelectedIndex(Number(event.target.value))}
            onFocus={() => setSelectedIndex((current) => current ?? last)}
            aria-label={name}
            aria-valuetext={valueText(point ?? points[last])}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
        </div>
      </div>
      <div className="pl-9">{footer}</div>
    </div>
  );
}

function valueText(point: Point | undefined): string {
  return point ? `${point.days}: ${point.text}` : "";
}
