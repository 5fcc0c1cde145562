"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Checkbox } from "@/components/ui/fields/checkbox";
import { Field } from "@/components/ui/fields/field";
import { Textarea } from "@/components/ui/fields/textarea";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { approveRequest } from "@/lib/actions/approve-request";
import { decideSignOff } from "@/lib/actions/decide-sign-off";
import { declineRequest } from "@/lib/actions/decline-request";
import { useShortcut } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { APPROVAL_REASON_MAX_CHARACTERS } from "@/lib/domain/approvals/approval-note";
import type { ApprovalDetail } from "@/lib/domain/approvals/approval-request";
import { countCharacters } from "@/lib/domain/text/characters";

export type DecisionFieldsProps = {
  request: Pick<ApprovalDetail, "id" | "kind" | "version" | "isSameDevice" | "requester">;
};

/** Approve or decline. Shown by `DecisionForm`. An approval sends back the version that the person has read. */
export default function DecisionFields({
  request: { id, kind, version, isSameDevice, requester },
}: DecisionFieldsProps) {
  const [readVersion, setReadVersion] = useState(version);
  const [comment, setComment] = useState("");
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const [attempt, setAttempt] = useState<"approve" | "decline" | null>(null);
  const approval = useAction(approveRequest);
  const refusal = useAction(declineRequest);
  // Not everyone who may sign off may decide on other requests.
  const signOff = useAction(decideSignOff);
  const refresh = useRefresh();
  const approveButton = useRef<HTMLButtonElement>(null);
  const error = approval.error ?? refusal.error ?? signOff.error;
  const length = countCharacters(comment);
  const hasChanged = version !== readVersion;
  // It only moves the focus, so that one key alone approves nothing.
  useShortcut({ keys: "a", label: "Go to Approve", group: "This request" }, () =>
    approveButton.current?.focus(),
  );

  async function approve() {
    setAttempt("approve");
    refusal.clearError();
    if (!readVersion || (isSameDevice && !isAcknowledged) || length > APPROVAL_REASON_MAX_CHARACTERS) return;
    const decision = {
      requestId: id,
      seen: readVersion,
      comment,
      acknowledgesSameDevice: isAcknowledged,
    };
    const result =
      kind === "sign-off"
        ? await signOff.send({ ...decision, decision: "approve" })
        : await approval.send(decision);
    if (result.ok) toast({ title: "Request approved", tone: "good" });
    refresh();
  }

  async function decline() {
    setAttempt("decline");
    approval.clearError();
    if (comment.trim() === "" || length > APPROVAL_REASON_MAX_CHARACTERS) return;
    const decision = { requestId: id, comment };
    const result =
      kind === "sign-off"
        ? await signOff.send({ ...decision, decision: "decline" })
        : await refusal.send(decision);
    if (result.ok) toast({ title: "Request declined" });
    refresh();
  }

  return (
    <form
      aria-label="Decision"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void approve();
      }}
    >
      {hasChanged && (
        <Callout
          tone="warn"
          title="This changed while you were reading"
          isAnnounced
          action={
            <Button size="small" onClick={() => setReadVersion(version)}>
              I’ve read the change
            </Button>
          }
        >
          Check what is shown above before you decide.
        </Callout>
      )}
      <Field
        label="Comment"
        hint="Required to decline."
        count={{ used: length, limit: APPROVAL_REASON_MAX_CHARACTERS }}
        error={commentError(attempt, comment)}
      >
        <Textarea value={comment} onChange={(event) => setComment(event.target.value)} rows={2} />
      </Field>
      {isSameDevice && (
        <Callout tone="warn" title={`${requester} used this browser, or one like it at the same address`}>
          <Checkbox
            label="I’m another person, and I decide for myself. This is recorded."
            checked={isAcknowledged}
            onChange={(event) => setIsAcknowledged(event.target.checked)}
            aria-invalid={(attempt === "approve" && !isAcknowledged) || undefined}
          />
          {attempt === "approve" && !isAcknowledged && (
            <p className="text-small text-bad">Confirm this to approve.</p>
          )}
        </Callout>
      )}
      {error && <ErrorState error={error} isInline />}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={approveButton}
          type="submit"
          tone="primary"
          size="large"
          busy={approval.isBusy || (signOff.isBusy && attempt === "approve")}
          unavailable={unavailableText(version, hasChanged)}
          className="max-sm:h-13 max-sm:flex-1"
        >
          Approve
        </Button>
        <Button
          tone="danger"
          size="large"
          busy={refusal.isBusy || (signOff.isBusy && attempt === "decline")}
          onClick={() => void decline()}
          className="max-sm:h-13"
        >
          Decline
        </Button>
      </div>
    </form>
  );
}

function commentError(attempt: "approve" | "decline" | null, comment: string): string | undefined {
  if (countCharacters(comment) > APPROVAL_REASON_MAX_CHARACTERS)
    return `Must be at most ${APPROVAL_REASON_MAX_CHARACTERS} characters.`;
  return attempt === "decline" && comment.trim() === "" ? "Say why you decline." : undefined;
}

function unavailableText(version: string | null, hasChanged: boolean): string | undefined {
  if (version === null) return "This can’t be approved at the moment.";
  return hasChanged ? "Read the change first." : undefined;
}
