"use client";

import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { Textarea } from "@/components/ui/fields/textarea";
import { Callout } from "@/components/ui/messages/callout";
import { APPROVAL_REASON_MAX_CHARACTERS, type ApprovalNote } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { countCharacters } from "@/lib/domain/text/characters";
import { joinNames } from "./join-names";

type ApprovalNoteState = {
  /** Null if the action needs no second person. */
  fields: ReactNode;
  /** A second person decides first; false in an emergency. */
  isRequest: boolean;
  /** The label of the button that sends it. */
  label: (direct: string) => string;
  /** Undefined if none is needed; null if it is incomplete, and the field then says so. */
  take: () => ApprovalNote | undefined | null;
  clear: () => void;
};

/** What a dialog adds while a policy applies: who approves, the reason, and an admin's way to act alone. */
export function useApprovalNote(
  need: ApprovalNeed | undefined,
  /** What holds while it waits. */
  untilThen = "Nothing happens",
): ApprovalNoteState {
  const [reason, setReason] = useState("");
  const [isEmergency, setIsEmergency] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const length = countCharacters(reason);
  const error =
    length > APPROVAL_REASON_MAX_CHARACTERS
      ? `Must be at most ${APPROVAL_REASON_MAX_CHARACTERS} characters.`
      : wasSubmitted && reason.trim() === ""
        ? "Enter a reason."
        : undefined;

  function take() {
    if (!need) return undefined;
    setWasSubmitted(true);
    if (reason.trim() === "" || length > APPROVAL_REASON_MAX_CHARACTERS) return null;
    return { reason, isEmergency };
  }

  const fields = need && (
    <>
      <Callout tone={isEmergency ? "warn" : "accent"}>
        {isEmergency
          ? "This happens at once. Every admin is told, with your name and reason."
          : needText(need, untilThen)}
      </Callout>
      <Field
        label={isEmergency ? "Reason for acting alone" : "Reason for the approver"}
        hint="Don’t include card numbers."
        count={{ used: length, limit: APPROVAL_REASON_MAX_CHARACTERS }}
        error={error}
        required
      >
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} rows={2} />
      </Field>
      {need.canActAlone && (
        <Checkbox
          label="Emergency: act without a second person"
          checked={isEmergency}
          onChange={(event) => setIsEmergency(event.target.checked)}
        />
      )}
    </>
  );
  const isRequest = need !== undefined && !isEmergency;
  return {
    fields: fields ?? null,
    isRequest,
    label: (direct) => (isRequest ? "Request approval" : direct),
    take,
    clear() {
      setReason("");
      setIsEmergency(false);
      setWasSubmitted(false);
    },
  };
}

function needText({ approvers }: ApprovalNeed, untilThen: string): string {
  if (approvers.length === 0) return "This needs a second person, and nobody else can approve it.";
  return `This needs a second person. ${untilThen} until ${joinNames(approvers)} approves it.`;
}
