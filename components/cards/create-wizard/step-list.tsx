"use client";

import type { MouseEvent } from "react";
import { ShapeMark } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { STEP_WORDS, STEPS, type Step } from "./steps";

type StepListProps = {
  current: Step;
  /** The last step that may be opened: those before it are filled in. */
  reachable: Step;
  hrefOf: (step: Step) => string;
  onGo: (step: Step) => void;
};

/** Where one is, and a way back to what is filled in. */
export function StepList({ current, reachable, hrefOf, onGo }: StepListProps) {
  const last = STEPS.indexOf(reachable);
  return (
    <nav aria-label="Steps">
      <ol className="flex gap-1 sm:gap-2">
        {STEPS.map((step, index) => {
          const isCurrent = step === current;
          const isDone = index < last && !isCurrent;
          const inside = (
            <>
              <span
                aria-hidden="true"
                className={classNames(
                  "grid size-5 shrink-0 place-items-center rounded-full text-caption font-semibold",
                  isCurrent
                    ? "bg-accent text-accent-ink"
                    : isDone
                      ? "bg-good-soft text-good"
                      : "bg-sunken text-ink-2 inset-ring inset-ring-line",
                )}
              >
                {isDone ? <ShapeMark shape="check" className="size-3" /> : index + 1}
              </span>
              <span className={isCurrent ? undefined : "max-sm:sr-only"}>{STEP_WORDS[step].name}</span>
              {isDone && <span className="sr-only"> (complete)</span>}
            </>
          );
          const look = classNames(
            "flex min-h-8 items-center gap-2 rounded-control border-t-2 px-1 pt-1.5 touch:min-h-11",
            isCurrent ? "border-accent font-medium text-ink" : "text-ink-2",
            !isCurrent && (isDone ? "border-good-line" : "border-line-strong"),
          );
          return (
            <li key={step} className={classNames("min-w-0", isCurrent ? "flex-[2] sm:flex-1" : "flex-1")}>
              {index <= last ? (
                <a
                  href={hrefOf(step)}
                  aria-current={isCurrent ? "step" : undefined}
                  onClick={(event) => follow(event, () => onGo(step))}
                  className={classNames(look, "rounded-t-none hover:bg-hover hover:text-ink")}
                >
                  {inside}
                </a>
              ) : (
                <span className={classNames(look, "rounded-t-none")}>{inside}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A plain click stays on the page; one that asks for a new tab gets it. */
export function follow(event: MouseEvent, go: () => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go();
}
