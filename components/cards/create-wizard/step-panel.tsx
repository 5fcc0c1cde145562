"use client";

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import type { CardApplication } from "@/lib/contract/card-application";
import { STEP_LABELS, STEPS, type Step } from "./steps";

/** Null focuses the step's first field. */
export type FocusTarget = { field: FieldPath<CardApplication> | null };

type StepPanelProps = {
  step: Step;
  form: UseFormReturn<CardApplication>;
  /** Null on page load, which doesn't move the focus. */
  focusTarget: RefObject<FocusTarget | null>;
  children: ReactNode;
};

/** Focuses the invalid field, or else the first one, when the person opens the step. */
export function StepPanel({ step, form, focusTarget, children }: StepPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const moveFocus = useEffectEvent(() => {
    const { current: target } = focusTarget;
    focusTarget.current = null;
    if (!target) return;
    if (target.field) return form.setFocus(target.field, { shouldSelect: true });
    const first = panel.current?.querySelector<HTMLElement>("input:checked, input:enabled, [role=combobox]");
    // A second Enter must not issue a card that the person hasn't reviewed.
    (step === "review" ? heading.current : (first ?? heading.current))?.focus();
    window.scrollTo({ top: 0 });
  });
  useEffect(() => moveFocus(), []);
  const title = `Step ${STEPS.indexOf(step) + 1} of ${STEPS.length}: ${STEP_LABELS[step].title}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't be a heading in the document outline.
    <div ref={panel} role="group" aria-label={title} className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
        {STEP_LABELS[step].title}
      </h2>
      {children}
    </div>
  );
}
