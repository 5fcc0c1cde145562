"use client";

import { type UseFormReturn, useController } from "react-hook-form";
import { TextField } from "@/components/forms/text-field";
import { RadioPills } from "@/components/ui/fields/radio-pills";
import {
  needsCustomExpiry,
  REISSUE_CAUSE_OPTIONS,
  type ReissueCause,
  reissueCauses,
} from "@/lib/domain/cards/renewal";
import { earliestExpiry, toIsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { ReissueOptions } from "./reissue-options";
import { CAUSE_LABELS, compromiseWarning } from "./reissue-text";
import type { ReissueValues } from "./reissue-values";

type ReissueChoiceProps = {
  form: UseFormReturn<ReissueValues, unknown, ReissueValues>;
  isPhysical: boolean;
  cause: ReissueCause | null;
  onCause: (cause: ReissueCause) => void;
  causeError: string | undefined;
};

/** The reason suggests an option; the person can choose another. */
export function ReissueChoice({ form, isPhysical, cause, onCause, causeError }: ReissueChoiceProps) {
  const option = useController({ control: form.control, name: "renewOption" });
  const chosen = option.field.value;
  const earliest = earliestExpiry(toIsoDate(new Date()));
  return (
    <div className="flex flex-col gap-5">
      <RadioPills
        legend="Reason"
        name="reissue-cause"
        value={cause}
        onChange={(value) => {
          onCause(value);
          option.field.onChange(REISSUE_CAUSE_OPTIONS[value]);
        }}
        options={reissueCauses({ isPhysical }).map((value) => ({ value, label: CAUSE_LABELS[value] }))}
        error={causeError}
      />
      <ReissueOptions
        value={chosen}
        suggested={cause && REISSUE_CAUSE_OPTIONS[cause]}
        warning={compromiseWarning(chosen, cause)}
        onChange={option.field.onChange}
        error={option.fieldState.error?.message}
      />
      {needsCustomExpiry(chosen) && (
        <TextField
          control={form.control}
          name="expiryDate"
          label="Expiry date"
          type="date"
          min={earliest}
          hint={`At least one month from today: ${formatDay(earliest)} or later.`}
          className="max-w-60"
        />
      )}
    </div>
  );
}
