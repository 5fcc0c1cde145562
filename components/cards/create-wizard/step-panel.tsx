"use client";

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import type { CardApplication } from "@/lib/contract/card-application";
import { STEP_WORDS, STEPS, type Step } from "./steps";

/** Where the focus goes; null for the step's first field. */
export type Arrival = { field: FieldPath<CardApplication> | null };

type StepPanelProps = {
  step: Step;
  form: UseFormReturn<CardApplication>;
  /** Set when somebody went here: the page's first step leaves the focus alone. */
  arrival: RefObject<Arrival | null>;
  children: ReactNode;
};

/** One step. Whoever arrives here can type at once: in the field that was refused, else in the first. */
export function StepPanel({ step, form, arrival, children }: StepPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeFocus = useEffectEvent(() => {
    const { current: arrived } = arrival;
    arrival.current = null;
    if (!arrived) return;
    if (arrived.field) return form.setFocus(arrived.field, { shouldSelect: true });
    const first = panel.current?.querySelector<HTMLElement>("input:checked, input:enabled, [role=combobox]");
    // A second press of Enter must not issue a card that nobody has looked at.
    (step === "review" ? heading.current : (first ?? heading.current))?.focus();
    window.scrollTo({ top: 0 });
  });
  useEffect(() => takeFocus(), []);
  const title = `Step ${STEPS.indexOf(step) + 1} of ${STEPS.length}: ${STEP_WORDS[step].title}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be a heading of the page's outline.
    <div ref={panel} role="group" aria-label={title} className="flex flex-col gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-section font-semibold outline-none">
        {STEP_WORDS[step].title}
      </h2>
      {children}
    </div>
  );
}
