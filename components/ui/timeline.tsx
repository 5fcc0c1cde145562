import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { type Shape, ShapeMark, type Tone } from "./values/badge";

export type TimelineEntry = {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** Text of the entry: a note, a reason. */
  body?: ReactNode;
  tone?: Tone;
  shape?: Shape;
};

const MARK_CLASSES = {
  good: "border-good-line bg-good-soft text-good",
  cold: "border-cold-line bg-cold-soft text-cold",
  bad: "border-bad-line bg-bad-soft text-bad",
  warn: "border-warn-line bg-warn-soft text-warn",
  accent: "border-accent-line bg-accent-soft text-accent",
  neutral: "border-line-strong bg-surface text-ink-3",
} as const satisfies Record<Tone, string>;

export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label}>
      {entries.map(({ id, title, detail, body, tone = "neutral", shape = "dot" }) => (
        <li key={id} className="group relative flex gap-3 pb-4 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-6 bottom-0 left-[9.5px] w-px bg-line group-last:hidden"
          />
          <span
            className={classNames(
              "mt-0 grid size-5 shrink-0 place-items-center rounded-full border",
              MARK_CLASSES[tone],
            )}
          >
            <ShapeMark shape={shape} className="size-2.5" />
          </span>
          <div className="min-w-0 flex-1">
            <div className="text-pretty">{title}</div>
            {detail != null && <div className="text-small text-ink-3">{detail}</div>}
            {body != null && (
              <div className="mt-1.5 whitespace-pre-line rounded-control border border-line bg-surface px-3 py-2 text-ink-2">
                {body}
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
