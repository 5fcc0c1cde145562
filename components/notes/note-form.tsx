"use client";

import { type FormEvent, type KeyboardEvent, type Ref, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { Textarea } from "@/components/ui/fields/textarea";
import { ErrorState } from "@/components/ui/messages/error-state";
import { addNote } from "@/lib/actions/add-note";
import { noResponseError } from "@/lib/client/no-response-error";
import { saveUnsentNote, settleUnsentNote, useUnsentNote } from "@/lib/client/unsent-notes";
import { NOTE_MAX_CHARACTERS } from "@/lib/domain/people/note";
import type { AppError } from "@/lib/domain/result";

type NoteFormProps = {
  /** `card:<id>` or `customer:<id>`. */
  subject: string;
  label?: string;
  placeholder?: string;
  /** Lets a shortcut focus the input. */
  inputRef?: Ref<HTMLTextAreaElement>;
  /** Offers a follow-up by a manager; only for cards. */
  followUp?: { isDefault: boolean };
  onSaved?: (body: string) => void;
  autoFocus?: boolean;
};

/** Keeps what was typed until the note is known to be saved. */
export function NoteForm({
  subject,
  label = "New note",
  placeholder = "What should your team know?",
  inputRef,
  followUp,
  onSaved,
  autoFocus = false,
}: NoteFormProps) {
  const unsent = useUnsentNote(subject);
  const body = unsent.text;
  const needsFollowUp = followUp !== undefined && (unsent.needsFollowUp ?? followUp.isDefault);
  const [state, setState] = useState<"writing" | "sending" | "saved">("writing");
  const [savedMessage, setSavedMessage] = useState("");
  const [error, setError] = useState<AppError | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const length = body.trim().length;
  const bodyError = lengthError(length);

  async function send() {
    if (state === "sending") return;
    setWasSubmitted(true);
    if (bodyError) return;
    setState("sending");
    setError(null);
    try {
      const result = await addNote(unsent.operationId, { subject, body, needsFollowUp });
      settleUnsentNote(subject, { sent: unsent, isSaved: result.ok });
      setState(result.ok ? "saved" : "writing");
      if (!result.ok) return setError(result.error);
      setSavedMessage(savedText({ needsFollowUp, isMasked: result.data.isMasked }));
      setWasSubmitted(false);
      onSaved?.(body.trim());
    } catch {
      // The retry sends the same operation ID, so that the note isn't saved twice.
      setState("writing");
      setError(noResponseError("The note may or may not have been saved."));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <Field
        label={label}
        error={wasSubmitted ? bodyError : undefined}
        {...(length > NOTE_MAX_CHARACTERS - 200
          ? { count: { used: length, limit: NOTE_MAX_CHARACTERS } }
          : {})}
      >
        <Textarea
          ref={inputRef}
          rows={2}
          value={body}
          placeholder={placeholder}
          autoFocus={autoFocus}
          onKeyDown={handleKeyDown}
          onChange={(event) => {
            const text = event.target.value;
            saveUnsentNote(subject, { text, needsFollowUp: text === "" ? null : needsFollowUp });
            if (state !== "sending") setState("writing");
          }}
        />
      </Field>
      {followUp && (
        <Checkbox
          label="Ask a manager to follow up"
          hint="The note appears on the overview until it’s dismissed."
          checked={needsFollowUp}
          onChange={(event) => saveUnsentNote(subject, { text: body, needsFollowUp: event.target.checked })}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={state === "sending"} shortcut="mod+enter">
          Add note
        </Button>
        <p role="status" className="text-small text-good">
          {state === "saved" && body === "" && savedMessage}
        </p>
      </div>
      {error && <ErrorState error={error} isInline />}
    </form>
  );
}

function savedText({ needsFollowUp, isMasked }: { needsFollowUp: boolean; isMasked: boolean }): string {
  return [
    "Note added.",
    needsFollowUp && "Managers see it on their overview.",
    isMasked && "We masked the card number or security code in it.",
  ]
    .filter(Boolean)
    .join(" ");
}

function lengthError(length: number): string | undefined {
  if (length === 0) return "Enter a note.";
  if (length > NOTE_MAX_CHARACTERS) return `Must be at most ${NOTE_MAX_CHARACTERS} characters.`;
  return undefined;
}
