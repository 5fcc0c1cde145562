import { type ReactNode, useId } from "react";
import { DateTime } from "@/components/ui/values/date-time";
import { layoutMinutes } from "./layout-minutes";
import { lineStyle } from "./line-style";

type MinuteChartProps = {
  title: string;
  /** The beginnings of the minutes. */
  minutes: readonly string[];
  /** One for each copy; null where a copy has no value. */
  lines: readonly (readonly (number | null)[])[];
  /** The current value. */
  children: ReactNode;
  /** The chart in words, for screen readers. */
  description: ReactNode;
  format: (value: number) => string;
};

/** A small chart without a cursor, rendered on the server. Its values are in the table of all charts. */
export function MinuteChart({ title, minutes, lines, children, description, format }: MinuteChartProps) {
  const titleId = useId();
  const { paths, top } = layoutMinutes(lines);
  return (
    <figure aria-labelledby={titleId} className="flex min-w-0 flex-col">
      <h3 id={titleId} className="text-small text-ink-2">
        {title}
      </h3>
      <p className="text-lead">{children}</p>
      <figcaption className="sr-only">{description}</figcaption>
      <div aria-hidden="true" className="mt-auto pt-1.5">
        <p className="h-4 text-end text-caption text-ink-3">{top !== null && format(top)}</p>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="block h-12 w-full overflow-visible border-line border-t"
          aria-hidden="true"
        >
          {paths.map((path, index) => (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: the copies keep their order
              key={index}
              d={path}
              fill="none"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              {...lineStyle(index)}
            />
          ))}
        </svg>
        <div className="flex justify-between border-line-strong border-t pt-0.5 text-caption text-ink-3">
          {[minutes[0], minutes.at(-1)].map((minute) =>
            minute === undefined ? null : <DateTime key={minute} value={minute} style="clock" />,
          )}
        </div>
      </div>
    </figure>
  );
}
