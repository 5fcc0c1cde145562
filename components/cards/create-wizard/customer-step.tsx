"use client";

import { useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { useSubmittedError } from "@/components/forms/submitted-errors";
import { TextField } from "@/components/forms/text-field";
import { Button } from "@/components/ui/buttons/button";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { Callout } from "@/components/ui/messages/callout";
import { type CardApplication, EMPTY_APPLICATION } from "@/lib/contract/card-application";
import { knownNames } from "@/lib/contract/known-names";
import type { FoundCustomer } from "@/lib/domain/cards/search-results";
import { CustomerFinder } from "./customer-finder";

type CustomerStepProps = {
  form: UseFormReturn<CardApplication>;
  /** The customer that the page was opened for, if the index has them. */
  customer: { id: string; name: string } | null;
};

export function CustomerStep({ form, customer: initialCustomer }: CustomerStepProps) {
  const { control } = form;
  const kind = useController({ control, name: "customerType" });
  const kindError = useSubmittedError(kind.fieldState);
  const customerId = useWatch({ control, name: "meta.id" });
  const [selected, setSelected] = useState<{ id: string; name: string } | null>(initialCustomer);
  const customer = selected && selected.id === customerId ? selected : null;

  function prefill(found: FoundCustomer) {
    setSelected(found);
    const kyc = form.getValues("kyc");
    form.setValue("kyc", { ...kyc, ...knownNames(found.name) }, { shouldDirty: true });
    form.setValue("meta.id", found.id, { shouldDirty: true });
  }

  function startNew() {
    setSelected(null);
    form.setValue("kyc", EMPTY_APPLICATION.kyc, { shouldDirty: true });
    form.setValue("meta.id", "", { shouldDirty: true });
  }

  return (
    <>
      <RadioCards
        ref={kind.field.ref}
        legend="Customer type"
        name="customerType"
        value={kind.field.value || null}
        onChange={kind.field.onChange}
        columns={2}
        error={kindError && "Choose a customer type."}
        options={[
          { value: "Consumer", label: "Consumer", detail: "An individual, verified with an ID document" },
          {
            value: "Business",
            label: "Business",
            detail: "A company or sole proprietor, verified by its registration",
          },
        ]}
      />
      {customer ? (
        <Callout
          tone="accent"
          title="Issuing to an existing customer"
          detail="The name and customer ID are filled in. Check them in the next steps."
          action={
            <Button size="small" onClick={startNew}>
              Use a new customer
            </Button>
          }
        >
          {customer.name} <span className="break-all font-mono text-small text-ink-2">{customer.id}</span>
        </Callout>
      ) : (
        <CustomerFinder onFound={prefill} />
      )}
      <TextField
        control={control}
        name="kycApplicantId"
        label="KYC applicant ID"
        hint="The KYC provider’s ID for this person or business. The issuer checks that the applicant is verified and matches the next step."
        spellCheck={false}
      />
    </>
  );
}
