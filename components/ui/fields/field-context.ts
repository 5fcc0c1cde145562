"use client";

import { createContext, useContext, useId } from "react";

type FieldControl = {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
};

export const FieldContext = createContext<FieldControl | null>(null);

/** The props that link an input to the label, hint and error of its `Field`. */
export function useFieldControl(props: { id?: string | undefined; required?: boolean | undefined }) {
  const field = useContext(FieldContext);
  const ownId = useId();
  return {
    id: props.id ?? field?.id ?? ownId,
    required: props.required ?? field?.isRequired ?? false,
    "aria-describedby": field?.describedBy,
    "aria-invalid": field?.isInvalid || undefined,
  };
}
