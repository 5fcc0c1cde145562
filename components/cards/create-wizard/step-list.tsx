"use client";

import type { MouseEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import { STEP_LABELS, STEPS, type Step } from "./steps";

type StepListProps = {
  current: Step;
  /** The last step that can be opened. */
  reachable: Step;
  stepHref: (step: Step) => string;
  onNavigate: (step: Step) => void;
};

export function StepList({ current, reachable, stepHref, onNavigate }: StepListProps) {
  const last = STEPS.indexOf(reachable);
  return (
    <nav aria-label="Steps">
      <ol className="flex gap-1 sm:gap-2">
        {STEPS.map((step, index) => {
          const isCurrent = step === current;
          const isDone = index < last && !isCurrent;
          const content = (
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
              <span className={isCurrent ? undefined : "max-sm:sr-only"}>{STEP_LABELS[step].name}</span>
              {isDone && <span className="sr-only"> (complete)</span>}
            </>
          );
          const style = classNames(
            "flex min-h-8 items-center gap-2 rounded-control border-t-2 px-1 pt-1.5 touch:min-h-11",
            isCurrent ? "border-accent font-medium text-ink" : "text-ink-2",
            !isCurrent && (isDone ? "border-good-line" : "border-line-strong"),
          );
          return (
            <li key={step} className={classNames("min-w-0", isCurrent ? "flex-[2] sm:flex-1" : "flex-1")}>
              {index <= last ? (
                <a
                  href={stepHref(step)}
                  aria-current={isCurrent ? "step" : undefined}
                  onClick={(event) => handleLinkClick(event, () => onNavigate(step))}
                  className={classNames(style, "rounded-t-none hover:bg-hover hover:text-ink")}
                >
                  {content}
                </a>
              ) : (
                <span className={classNames(style, "rounded-t-none")}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Handles a plain click on the page; leaves clicks that open a new tab to the browser. */
export function handleLinkClick(event: MouseEvent, go: () => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go();
}
