"use client";

import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { Callout } from "@/components/ui/messages/callout";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { CardApplication } from "@/lib/contract/card-application";
import {
  type CardTemplate,
  TEMPLATE_FIELDS,
  type TemplateField,
  type TemplateValues,
} from "@/lib/domain/cards/card-template";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { AppliedTemplate, TemplateDialogProps } from "./template-dialog";
import { useTemplates } from "./use-templates";

const dialog = loadOnIntent<TemplateDialogProps>(() => import("./template-dialog"));

type TemplateChoiceProps = {
  form: UseFormReturn<CardApplication>;
  initial: readonly CardTemplate[];
  today: IsoDate;
  currency: string | null;
};

/** Fills in a new card from a template, and says which fields. */
export function TemplateChoice({ form, initial, today, currency }: TemplateChoiceProps) {
  const { templates } = useTemplates(initial);
  const [applied, setApplied] = useState<AppliedTemplate | null>(null);
  // Stays after the last template was deleted in its dialog, which returns the focus to it.
  const [isOffered, setIsOffered] = useState(templates.length > 0);
  if (!isOffered && templates.length > 0) setIsOffered(true);
  if (!isOffered) return null;

  function apply(next: AppliedTemplate) {
    for (const field of Object.keys(TEMPLATE_FIELDS) as TemplateField[])
      form.setValue(field, next.values[field], { shouldDirty: true, shouldValidate: true });
    setApplied(next);
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DialogButton
          dialog={dialog}
          dialogProps={{
            today,
            currency,
            readCurrent: (): TemplateValues => form.getValues(),
            onApply: apply,
          }}
        >
          Start from a template…
        </DialogButton>
        <span className="text-small text-ink-2">Fills in the customer type and the card details.</span>
      </div>
      {applied && (
        <Callout
          tone="accent"
          title={`Filled in from “${applied.name}”`}
          detail="You can change every field."
          isAnnounced
        >
          {applied.filled.map((field) => TEMPLATE_FIELDS[field]).join(", ")}
        </Callout>
      )}
      {applied?.designProblem && (
        <Callout tone="warn" isAnnounced>
          {applied.designProblem} The design wasn’t filled in: choose another in the Card step.
        </Callout>
      )}
    </>
  );
}
