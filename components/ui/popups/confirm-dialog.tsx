"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { Dialog, type DialogProps } from "./dialog";

type TypedConfirmation = {
  label: string;
  value: string;
  /** The error for what was typed so far: "One more digit." */
  findError: (text: string) => string;
};

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  description: ReactNode;
  /** A verb: "Block permanently". */
  confirmLabel: string;
  /** "Cancel", or what stays the same: "Keep frozen". */
  cancelLabel?: string;
  /** A third button. */
  alternative?: ReactNode;
  /** Fields above the text to type. */
  fields?: ReactNode;
  /** A text that must be typed to confirm. */
  typedConfirmation?: TypedConfirmation;
  /** "danger" if the action can be undone, "destructive" if it can't. */
  tone?: "primary" | "danger" | "destructive";
  busy?: boolean;
  /** The error of the last attempt. */
  error?: ReactNode;
  finalFocus?: DialogProps["finalFocus"];
  children?: ReactNode;
};

/** Load it with `loadOnIntent`, as any dialog. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  alternative,
  fields,
  typedConfirmation,
  tone = "primary",
  busy = false,
  error,
  finalFocus,
  children,
}: ConfirmDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      busy={busy}
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          {alternative}
          <Button type="submit" form={formId} tone={tone} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <ConfirmForm id={formId} fields={fields} typedConfirmation={typedConfirmation} onConfirm={onConfirm}>
        {children}
        {error}
      </ConfirmForm>
    </Dialog>
  );
}

type ConfirmFormProps = {
  id: string;
  fields: ReactNode;
  typedConfirmation: TypedConfirmation | undefined;
  onConfirm: () => void;
  children: ReactNode;
};

// Inside the popup, so that closing it discards what was typed.
function ConfirmForm({ id, fields, typedConfirmation, onConfirm, children }: ConfirmFormProps) {
  const [text, setText] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isComplete = !typedConfirmation || text.trim() === typedConfirmation.value;
  const isPrefix = typedConfirmation?.value.startsWith(text.trim());
  const error =
    typedConfirmation && !isComplete && (wasSubmitted || !isPrefix)
      ? typedConfirmation.findError(text.trim())
      : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    // React also bubbles the submit from the portal to a form around the dialog.
    event.stopPropagation();
    setWasSubmitted(true);
    if (isComplete) onConfirm();
    else input.current?.focus();
  }

  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4 empty:hidden">
      {fields}
      {typedConfirmation && (
        <Field label={typedConfirmation.label} error={error}>
          <TextInput
            ref={input}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            autoCapitalize="off"
            mono
          />
        </Field>
      )}
      {children}
    </form>
  );
}
