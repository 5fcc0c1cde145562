"use client";

import { createContext, useContext, useId } from "react";

type FieldControl = {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
};

export const FieldContext = createContext<FieldControl | null>(null);

/** What ties an input to the label, hint and error of the field around it. */
export function useFieldControl(given: { id?: string | undefined; required?: boolean | undefined }) {
  const field = useContext(FieldContext);
  const ownId = useId();
  return {
    id: given.id ?? field?.id ?? ownId,
    required: given.required ?? field?.isRequired ?? false,
    "aria-describedby": field?.describedBy,
    "aria-invalid": field?.isInvalid || undefined,
  };
}
