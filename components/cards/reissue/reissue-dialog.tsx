"use client";

import { useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { requestedToast } from "@/components/approvals/requested-toast";
import { useApprovalNote } from "@/components/approvals/use-approval-note";
import { useDesigns } from "@/components/designs/use-designs";
import { SubmittedErrors } from "@/components/forms/submitted-errors";
import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Dialog } from "@/components/ui/popups/dialog";
import { reissueCard } from "@/lib/actions/reissue-card";
import { useTopics } from "@/lib/client/event-stream";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import type { CardDetail } from "@/lib/contract/card";
import { type ApprovalNote, isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import {
  DEFAULT_RENEW_OPTION,
  isCompromised,
  RENEWAL_OPTIONS,
  type ReissueCause,
  type RenewOption,
} from "@/lib/domain/cards/renewal";
import type { FieldErrors } from "@/lib/domain/result";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { ReissueChoice } from "./reissue-choice";
import { CardReissued, ReissueOutcomeUnknown } from "./reissue-outcome";
import { ReissueReview } from "./reissue-review";
import {
  findFieldByPath,
  initialReissueValues,
  parseReissueRequest,
  type ReissueValues,
  reissueResolver,
} from "./reissue-values";
import { ShippingFields } from "./shipping-fields";

export type ReissueDialogProps = OpenDialog & {
  card: CardDetail;
  /** Set while a second person must approve a new number. */
  need: ApprovalNeed | undefined;
};

type Step = "choice" | "shipping" | "review";
type Input = Parameters<typeof reissueCard>[1];
type Sent = { input: Input; note: ApprovalNote | undefined; before: CardDetail };
type Done = {
  option: RenewOption;
  before: CardDetail;
  /** Null if the card couldn't be read after the confirmation. */
  after: CardDetail | null;
  confirmedAt: string;
};

const STEP_FIELDS = {
  choice: ["renewOption", "expiryDate"],
  shipping: ["shippingInformation"],
  review: [],
} as const;

export default function ReissueDialog({ open, onClose, card, need }: ReissueDialogProps) {
  const formId = useId();
  const isPhysical = card.cardType === "physical";
  const steps: readonly Step[] = isPhysical ? ["choice", "shipping", "review"] : ["choice", "review"];
  const [step, setStep] = useState<Step>("choice");
  const [cause, setCause] = useState<ReissueCause | null>(null);
  const [submittedSteps, setSubmittedSteps] = useState<readonly Step[]>([]);
  const [sent, setSent] = useState<Sent | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const { send, isBusy, error, clearError } = useAction(reissueCard);
  const { data: designs } = useDesigns();
  const refresh = useRefresh();
  const form = useForm<ReissueValues, unknown, ReissueValues>({
    resolver: reissueResolver(isPhysical),
    mode: "onChange",
    defaultValues: { renewOption: DEFAULT_RENEW_OPTION, ...initialReissueValues(card) },
  });
  const renewOption = useWatch({ control: form.control, name: "renewOption" });
  const freezesFirst = cause !== null && isCompromised(cause);
  const approval = useApprovalNote(
    RENEWAL_OPTIONS[renewOption].cardNumber === "new" ? need : undefined,
    freezesFirst ? "The card isn’t reissued" : undefined,
  );
  const isUnknown = error?.code === "unknown-outcome";

  // Sending the same intent again returns its outcome and never reissues twice.
  useTopics([`card:${card.id}`], () => {
    if (isUnknown && sent && !isBusy) void sendReissue(sent);
  });

  async function sendReissue(intent: Sent) {
    setSent(intent);
    const result = await send(intent.input, intent.note);
    refresh();
    if (result.ok) {
      if (isApprovalRequested(result.data)) {
        toast(requestedToast(result.data, freezesFirst ? "The card is frozen." : undefined));
        return finish();
      }
      const { renewOption: option = DEFAULT_RENEW_OPTION } = intent.input.request;
      const { card: after, confirmedAt, isReadBack: isVerified, previousStatus } = result.data;
      const before = { ...intent.before, status: previousStatus ?? intent.before.status };
      return setDone({ option, before, after: isVerified ? after : null, confirmedAt });
    }
    if (result.error.fields) showFieldErrors(result.error.fields);
  }

  function showFieldErrors(fields: FieldErrors) {
    const known = Object.entries(fields).flatMap(([path, message]) => {
      const name = findFieldByPath(path);
      return name ? [{ name, message }] : [];
    });
    for (const { name, message } of known) form.setError(name, { message });
    const [first] = known;
    if (first) setStep(first.name.startsWith("shippingInformation") ? "shipping" : "choice");
  }

  async function continueToNextStep() {
    clearError();
    setSubmittedSteps([...submittedSteps, step]);
    if (step === "choice" && cause === null) return;
    if (!(await form.trigger(STEP_FIELDS[step], { shouldFocus: true }))) return;
    const design = designs?.find(({ id }) => id === form.getValues("shippingInformation.cardDesign"));
    if (step === "shipping" && design && !design.stock) {
      return form.setError("shippingInformation.cardDesign", {
        message: `${design.name} is out of stock: choose another design`,
      });
    }
    setStep(steps[steps.indexOf(step) + 1] ?? "review");
  }

  const confirm = form.handleSubmit(async (values) => {
    const note = approval.take();
    if (note === null) return;
    await sendReissue({
      before: card,
      note,
      input: {
        cardId: card.id,
        request: parseReissueRequest(values, isPhysical, toIsoDate(new Date())),
        ...(cause ? { cause } : {}),
      },
    });
  });

  function finish() {
    onClose();
    form.reset({ renewOption: DEFAULT_RENEW_OPTION, ...initialReissueValues(card) });
    setStep("choice");
    setCause(null);
    setSubmittedSteps([]);
    setSent(null);
    setDone(null);
    approval.clear();
    clearError();
  }

  if (done || isUnknown) {
    return (
      <Dialog
        open={open}
        step="outcome"
        onClose={done ? finish : onClose}
        title={done ? "Card reissued" : `Reissue the card ending in ${card.lastFour}`}
        footer={<Button onClick={done ? finish : onClose}>{done ? "Done" : "Close"}</Button>}
      >
        {done ? <CardReissued {...done} isPhysical={isPhysical} /> : <ReissueOutcomeUnknown />}
      </Dialog>
    );
  }

  const isLast = step === "review";
  const previous = steps[steps.indexOf(step) - 1];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      step={step}
      busy={isBusy}
      title={`Reissue the card ending in ${card.lastFour}`}
      description={`Step ${steps.indexOf(step) + 1} of ${steps.length}: ${STEP_LABELS[step]}`}
      footer={
        <>
          {previous ? (
            <Button onClick={() => setStep(previous)} disabled={isBusy}>
              Back
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button type="submit" form={formId} tone="primary" busy={isBusy}>
            {isLast ? approval.label("Reissue card") : "Continue"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void (isLast ? confirm() : continueToNextStep());
        }}
        className="flex flex-col gap-4"
      >
        <SubmittedErrors isSubmitted={submittedSteps.includes(step)}>
          {step === "choice" && (
            <ReissueChoice
              form={form}
              isPhysical={isPhysical}
              cause={cause}
              onCause={setCause}
              causeError={
                submittedSteps.includes("choice") && cause === null
                  ? "Choose a reason. We’ll suggest an option."
                  : undefined
              }
            />
          )}
          {step === "shipping" && <ShippingFields form={form} card={card} />}
        </SubmittedErrors>
        {isLast && (
          <ReissueReview
            form={form}
            card={card}
            cause={cause}
            isPhysical={isPhysical}
            isRequest={approval.isRequest}
          />
        )}
        {isLast && approval.fields}
        {error && <ErrorState error={error} isInline />}
      </form>
    </Dialog>
  );
}

const STEP_LABELS = {
  choice: "Options",
  shipping: "Shipping",
  review: "Review",
} as const satisfies Record<Step, string>;
