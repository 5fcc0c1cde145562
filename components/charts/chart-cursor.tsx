"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { IntentLink } from "@/components/ui/intent-link";

type Point = { days: string; words: string; href: string };

type ChartCursorProps = {
  name: string;
  points: readonly Point[];
  summary: ReactNode;
  /** Beside the plot: the axis. */
  gutter: ReactNode;
  below: ReactNode;
  /** The plot, as the server drew it. */
  children: ReactNode;
};

/**
 * Reads out one day of a chart: under the pointer, under a finger, or by arrow keys. A slider is what it is, so a
 * slider it is: one stop for the Tab key, and those who hear it are told the day and its figure.
 */
export function ChartCursor({ name, points, summary, gutter, below, children }: ChartCursorProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const slider = useRef<HTMLInputElement>(null);
  const last = points.length - 1;
  const point = chosen === null ? undefined : points[Math.min(chosen, last)];

  function choose(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * points.length);
    setChosen(Math.max(0, Math.min(last, place)));
  }

  function press(event: PointerEvent<HTMLElement>) {
    event.preventDefault();
    choose(event);
    slider.current?.focus({ preventScroll: true });
  }

  // What was pressed stays, so that its link can be reached.
  function leave() {
    if (document.activeElement !== slider.current) setChosen(null);
  }

  function blur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setChosen(null);
  }

  function letGo(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") setChosen(null);
  }

  if (points.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider inside is the control, this hears what leaves it
    <div onBlur={blur} onKeyDown={letGo}>
      <div className="flex min-h-6 items-baseline justify-between gap-3 pl-9 text-small">
        {point ? (
          <>
            <p className="min-w-0">
              <span className="font-medium">{point.days}</span>
              <span className="text-ink-2">: {point.words}</span>
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
        {gutter}
        <div
          onPointerDown={press}
          onPointerMove={choose}
          onPointerLeave={leave}
          className="relative min-w-0 flex-1 touch-pan-y rounded-[4px] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-4"
        >
          {point && chosen !== null && (
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 rounded-[2px] bg-press"
              style={{
                left: `${(chosen / points.length) * 100}%`,
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
            value={chosen ?? last}
            onChange={(event) => setChosen(Number(event.target.value))}
            onFocus={() => setChosen((current) => current ?? last)}
            aria-label={name}
            aria-valuetext={valueWords(point ?? points[last])}
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
        </div>
      </div>
      <div className="pl-9">{below}</div>
    </div>
  );
}

function valueWords(point: Point | undefined): string {
  return point ? `${point.days}: ${point.words}` : "";
}
