"use client";

import { useId } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { useSubmittedError } from "@/components/forms/submitted-errors";
import { TextField } from "@/components/forms/text-field";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import type { CardApplication } from "@/lib/contract/card-application";
import { ADDRESS_MAX_CHARACTERS, PERSON_NAME_MAX_CHARACTERS } from "@/lib/contract/create-card";
import { ageQuestion } from "@/lib/domain/cards/holder-age";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { AddressFields } from "./address-fields";

type StepProps = { form: UseFormReturn<CardApplication> };
type KycStepProps = StepProps & { today: IsoDate };

const ID_DOCUMENTS = ["passport", "national ID", "driver's license", "residence permit"];

export function KycStep({ form, today }: KycStepProps) {
  const customerType = useWatch({ control: form.control, name: "customerType" });
  return customerType === "Business" ? (
    <BusinessFields form={form} />
  ) : (
    <ConsumerFields form={form} today={today} />
  );
}

function ConsumerFields({ form, today }: KycStepProps) {
  const { control } = form;
  const dob = useWatch({ control, name: "kyc.dob" });
  const documentsId = useId();
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">Person</legend>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <TextField
            control={control}
            name="kyc.firstName"
            label="First name"
            limit={PERSON_NAME_MAX_CHARACTERS}
          />
          <TextField
            control={control}
            name="kyc.lastName"
            label="Last name"
            limit={PERSON_NAME_MAX_CHARACTERS}
          />
        </div>
        <TextField
          control={control}
          name="kyc.dob"
          label="Date of birth"
          type="date"
          hint={ageQuestion(dob, today)}
          className="sm:max-w-60"
        />
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">ID document</legend>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <TextField
            control={control}
            name="kyc.residentialAddress.idDocumentType"
            label="Document type"
            list={documentsId}
            placeholder="passport"
          />
          <TextField
            control={control}
            name="kyc.residentialAddress.idDocumentNumber"
            label="Document number"
            limit={ADDRESS_MAX_CHARACTERS}
            spellCheck={false}
          />
        </div>
        <datalist id={documentsId}>
          {ID_DOCUMENTS.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </fieldset>
      <AddressFields
        form={form}
        root="kyc.residentialAddress"
        legend="Residential address"
        limit={ADDRESS_MAX_CHARACTERS}
      />
    </>
  );
}

function BusinessFields({ form }: StepProps) {
  const { control } = form;
  const entity = useController({ control, name: "kyc.entityType" });
  const entityError = useSubmittedError(entity.fieldState);
  return (
    <>
      <TextField control={control} name="kyc.fullName" label="Legal name" hint="Full name, as registered." />
      <RadioCards
        ref={entity.field.ref}
        legend="Entity type"
        name="entityType"
        value={entity.field.value || null}
        onChange={entity.field.onChange}
        columns={2}
        error={entityError && "Choose an entity type."}
        options={[
          { value: "company", label: "Company", detail: "A separate legal entity" },
          { value: "personal", label: "Personal", detail: "A sole proprietor or freelancer" },
        ]}
      />
      <TextField
        control={control}
        name="kyc.businessRegistrationNumber"
        label="Registration number"
        spellCheck={false}
      />
      <AddressFields form={form} root="kyc.businessOperationAddress" legend="Operating address" />
    </>
  );
}
