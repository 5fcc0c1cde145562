"use client";

import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { TEMPLATE_NAME_MAX_CHARACTERS } from "@/lib/domain/cards/card-template";
import { findNameProblem } from "@/lib/domain/text/name-problem";

type TemplateNameFieldProps = { name: string; onChange: (name: string) => void; wasSubmitted: boolean };

export function TemplateNameField({ name, onChange, wasSubmitted }: TemplateNameFieldProps) {
  return (
    <Field
      label="Name"
      required
      count={{ used: name.trim().length, limit: TEMPLATE_NAME_MAX_CHARACTERS }}
      error={wasSubmitted ? findTemplateNameError(name) : undefined}
    >
      <TextInput value={name} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

export function findTemplateNameError(name: string): string | undefined {
  return findNameProblem(name, TEMPLATE_NAME_MAX_CHARACTERS) ?? undefined;
}
