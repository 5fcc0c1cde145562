"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { TextInput } from "./text-input";

type Typed = {
  label: string;
  value: string;
  /** What is wrong with what was typed so far, in words: "One more digit." */
  problem: (text: string) => string;
};

export type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  description: ReactNode;
  /** What the button does, as a verb: "Block for good". */
  confirmLabel: string;
  /** What staying means: "Keep it frozen". */
  cancelLabel?: string;
  /** Another way out than these two: a button. */
  alternative?: ReactNode;
  /** Asked first, above what has to be typed. */
  question?: ReactNode;
  /** Has to be typed before the button works. */
  typed?: Typed;
  /** Harm that can be undone is "danger", what cannot is "final". */
  tone?: "primary" | "danger" | "final";
  busy?: boolean;
  /** What went wrong on the last try. */
  error?: ReactNode;
  children?: ReactNode;
};

/** Says what will happen before it does. Load it on intent, as any dialog. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  alternative,
  question,
  typed,
  tone = "primary",
  busy = false,
  error,
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
      <ConfirmForm id={formId} question={question} typed={typed} onConfirm={onConfirm}>
        {children}
        {error}
      </ConfirmForm>
    </Dialog>
  );
}

type ConfirmFormProps = {
  id: string;
  question: ReactNode;
  typed: Typed | undefined;
  onConfirm: () => void;
  children: ReactNode;
};

// Lives inside the popup: what was typed goes when it closes.
function ConfirmForm({ id, question, typed, onConfirm, children }: ConfirmFormProps) {
  const [text, setText] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isTyped = !typed || text.trim() === typed.value;
  const isOnTheWay = typed?.value.startsWith(text.trim());
  const error = typed && !isTyped && (wasTried || !isOnTheWay) ? typed.problem(text.trim()) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    // A form inside a portal still bubbles to the form that the dialog stands in.
    event.stopPropagation();
    setWasTried(true);
    if (isTyped) onConfirm();
    else input.current?.focus();
  }

  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4 empty:hidden">
      {question}
      {typed && (
        <Field label={typed.label} error={error}>
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
