"use client";

import { type FormEvent, type KeyboardEvent, type Ref, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { addNote } from "@/lib/actions/add-note";
import { noResponseError } from "@/lib/client/no-response-error";
import { saveUnsentNote, settleUnsentNote, useUnsentNote } from "@/lib/client/unsent-notes";
import { NOTE_MAX_CHARACTERS } from "@/lib/domain/note";
import type { AppError } from "@/lib/domain/result";

type NoteFormProps = {
  /** `card:<id>` or `customer:<id>`. */
  subject: string;
  label?: string;
  placeholder?: string;
  /** For a page that sends the focus here by a key. */
  inputRef?: Ref<HTMLTextAreaElement>;
  /** For a card: offers to ask a manager to follow up, and says whether that is chosen to begin with. */
  followUp?: { isDefault: boolean };
  /** What to do besides saying that it was kept. */
  onSaved?: (body: string) => void;
  autoFocus?: boolean;
};

/** Writes a note. What was typed stays until it is known to be kept. */
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
  const [state, setState] = useState<"writing" | "sending" | "kept">("writing");
  const [keptWords, setKeptWords] = useState("");
  const [failed, setFailed] = useState<AppError | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const length = body.trim().length;
  const problem = problemOf(length);

  async function send() {
    if (state === "sending") return;
    setWasTried(true);
    if (problem) return;
    setState("sending");
    setFailed(null);
    try {
      const result = await addNote(unsent.operationId, { subject, body, needsFollowUp });
      settleUnsentNote(subject, { sent: unsent, isSaved: result.ok });
      setState(result.ok ? "kept" : "writing");
      if (!result.ok) return setFailed(result.error);
      setKeptWords(wordsOfKept({ needsFollowUp, isMasked: result.data.isMasked }));
      setWasTried(false);
      onSaved?.(body.trim());
    } catch {
      // The same operation is sent at the next try, so that the note is not kept twice.
      setState("writing");
      setFailed(noResponseError("The note may or may not have been saved."));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <Field
        label={label}
        error={wasTried ? problem : undefined}
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
          onKeyDown={sendByKey}
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
          hint="The note appears on the overview until someone dismisses it."
          checked={needsFollowUp}
          onChange={(event) => saveUnsentNote(subject, { text: body, needsFollowUp: event.target.checked })}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={state === "sending"} shortcut="mod+enter">
          Add note
        </Button>
        <p role="status" className="text-small text-good">
          {state === "kept" && body === "" && keptWords}
        </p>
      </div>
      {failed && <ErrorState error={failed} isInline />}
    </form>
  );
}

function wordsOfKept({ needsFollowUp, isMasked }: { needsFollowUp: boolean; isMasked: boolean }): string {
  return [
    "Note added.",
    needsFollowUp && "Managers see it on their overview.",
    isMasked && "We masked the card number or security code in it.",
  ]
    .filter(Boolean)
    .join(" ");
}

function problemOf(length: number): string | undefined {
  if (length === 0) return "Enter a note.";
  if (length > NOTE_MAX_CHARACTERS) return `Must be at most ${NOTE_MAX_CHARACTERS} characters.`;
  return undefined;
}
