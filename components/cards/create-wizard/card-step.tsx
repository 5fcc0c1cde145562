"use client";

import { type UseFormReturn, useController } from "react-hook-form";
import { DesignPicker } from "@/components/designs/design-picker";
import { useDesigns } from "@/components/designs/use-designs";
import { useSubmittedError } from "@/components/forms/submitted-errors";
import { TextField } from "@/components/forms/text-field";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { fieldMessage } from "@/lib/client/field-message";
import type { CardApplication } from "@/lib/contract/card-application";
import { CARD_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { offendingInCardName } from "@/lib/domain/text/characters";
import { defaultExpiry, earliestExpiry, type IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";

export type CardStepProps = { form: UseFormReturn<CardApplication>; today: IsoDate };

export default function CardStep({ form, today }: CardStepProps) {
  const { control } = form;
  const type = useController({ control, name: "cardType" });
  const design = useController({ control, name: "cardDesign" });
  const typeError = useSubmittedError(type.fieldState);
  const designError = useSubmittedError(design.fieldState);
  const { data: designs } = useDesigns();
  const isPhysical = type.field.value === "physical";
  return (
    <>
      <RadioCards
        ref={type.field.ref}
        legend="Type"
        name="cardType"
        value={type.field.value || null}
        onChange={type.field.onChange}
        columns={2}
        error={typeError && "Choose virtual or physical. The type can’t be changed later."}
        options={[
          { value: "virtual", label: "Virtual", detail: "For online and wallet payments. Never shipped." },
          {
            value: "physical",
            label: "Physical",
            detail:
              "Choose this if the customer might need a physical card. Works online immediately; nothing ships until you order it.",
          },
        ]}
      />
      <TextField
        control={control}
        name="preferredCardName"
        label="Name on card"
        limit={CARD_NAME_MAX_CHARACTERS}
        offending={offendingInCardName}
        hint={isPhysical ? "Printed on the card and shown in lists." : "Shown in lists and wallets."}
      />
      <DesignPicker
        value={design.field.value || (designs?.find((candidate) => candidate.default)?.id ?? "")}
        onChange={design.field.onChange}
        error={fieldMessage(designError)}
        isPhysical={isPhysical}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          control={control}
          name="spendLimit"
          label="Spend limit"
          inputMode="decimal"
          optional
          hint="The total the card can spend, unless your program handles its own authorizations. If empty, the card opens with 0.00 and declines every purchase."
        />
        <TextField
          control={control}
          name="expiryDate"
          label="Expiry date"
          type="date"
          min={earliestExpiry(today)}
          optional
          hint={`Default: ${formatDay(defaultExpiry(today))}. Earliest: ${formatDay(earliestExpiry(today))}.`}
        />
      </div>
    </>
  );
}
