"use client";

import type { ComponentProps, ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { fieldMessage } from "@/lib/client/field-message";
import {
  countCharacters,
  describeOffending,
  type OffendingCharacter,
  suggestAscii,
} from "@/lib/domain/text/characters";
import { useSubmittedError } from "./submitted-errors";

export type TextFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  limit?: number;
  /** Finds characters that the issuer rejects; the field names them and suggests a replacement. */
  offending?: (text: string) => OffendingCharacter[];
  /** Called on paste, blur and Enter. */
  onCommit?: (text: string) => void;
  className?: string | undefined;
} & Pick<ComponentProps<"input">, "type" | "inputMode" | "min" | "list" | "spellCheck" | "placeholder">;

export function TextField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  optional = false,
  limit,
  offending = () => [],
  onCommit,
  className,
  ...input
}: TextFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const text = String(field.value ?? "");
  const characterError = describeOffending(offending(text));
  const suggestion = suggestAscii(text, offending);
  const submittedError = useSubmittedError(fieldState);
  const error = characterError ? { type: "custom", message: characterError } : submittedError;
  return (
    <Field
      label={label}
      error={fieldMessage(error)}
      hint={
        suggestion === null ? (
          hint
        ) : (
          <button
            type="button"
            onClick={() => field.onChange(suggestion)}
            className="min-h-6 rounded-[4px] font-medium text-accent underline underline-offset-2 touch:min-h-10"
          >
            Use “{suggestion}”
          </button>
        )
      }
      {...(limit === undefined ? {} : { count: { used: countCharacters(text), limit } })}
      required={!optional}
      optional={optional}
      className={className}
    >
      <TextInput
        {...input}
        {...field}
        value={text}
        onChange={(event) => {
          field.onChange(event);
          if (isPaste(event.nativeEvent)) onCommit?.(event.target.value);
        }}
        onKeyDown={({ key }) => key === "Enter" && onCommit?.(text)}
        onBlur={() => {
          onCommit?.(text);
          field.onBlur();
        }}
      />
    </Field>
  );
}

function isPaste(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === "insertFromPaste";
}
