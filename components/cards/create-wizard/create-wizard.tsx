"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type FieldPath, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { ApprovalRequestedNotice } from "@/components/approvals/approval-requested-notice";
import { useApprovalNote } from "@/components/approvals/use-approval-note";
import { useDesigns } from "@/components/designs/use-designs";
import { SubmittedErrors } from "@/components/forms/submitted-errors";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { ErrorState } from "@/components/ui/messages/error-state";
import { useTopics } from "@/lib/client/event-stream";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { newOperationId } from "@/lib/client/operation-id";
import {
  type CardApplication,
  firstInvalidPart,
  forOtherHolder,
  forSameCustomer,
  partOfPath,
  tidyApplication,
  toCreateRequest,
} from "@/lib/contract/card-application";
import type { CreateCardPart } from "@/lib/contract/create-card";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import type { CardTemplate } from "@/lib/domain/cards/card-template";
import { NEW_CARD_PATH } from "@/lib/domain/cards/new-card-links";
import type { FieldErrors } from "@/lib/domain/result";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { applicationResolver } from "./application-resolver";
import { CardPreview } from "./card-preview";
import type { CardStepProps } from "./card-step";
import { CustomerStep } from "./customer-step";
import { DraftState } from "./draft-state";
import { CardIssued, IssueOutcomeUnknown } from "./issued";
import { KycStep } from "./kyc-step";
import { NewerDraftNotice } from "./newer-draft-notice";
import type { ReviewStepProps } from "./review-step";
import { StepList } from "./step-list";
import { type FocusTarget, StepPanel } from "./step-panel";
import { STEP_FIELDS, STEPS, type Step } from "./steps";
import { TemplateChoice } from "./template-choice";
import { type DraftOutcome, findRememberedDraft, type Intent, initialIntent, useDraft } from "./use-draft";
import { useIssueCard } from "./use-issue-card";
import { useIssuePrompt } from "./use-issue-prompt";
import { useStep } from "./use-step";
import { useTypingBeforeHydration } from "./use-typing-before-hydration";
import { WizardLayout } from "./wizard-layout";

type CreateWizardProps = Intent & {
  application: CardApplication;
  savedAt: string | null;
  version: number;
  outcome: DraftOutcome;
  /** The customer that the page was opened for, if the index has them. */
  customer: { id: string; name: string } | null;
  /** Null before the program's first card. */
  currency: string | null;
  personId: string;
  /** Set while a second person must approve a card above a limit. */
  need: ApprovalNeed | undefined;
  /** When the page was rendered. */
  templates: readonly CardTemplate[];
  today: IsoDate;
};

const FORM_ID = "issue-card";

/** The field that differs between the cardholders of a company. */
const CARDHOLDER_FIELD = "meta.otpPhoneNumber.phoneNumber";

// These steps are large and needed only from the third step on.
const contactStep = loadOnIntent<{ form: UseFormReturn<CardApplication> }>(() => import("./contact-step"));
const cardStep = loadOnIntent<CardStepProps>(() => import("./card-step"));
const reviewStep = loadOnIntent<ReviewStepProps>(() => import("./review-step"));

/** The step to preload while the person fills in this one. */
const NEXT_STEP: Partial<Record<Step, { preload: () => void }>> = {
  kyc: contactStep,
  contact: cardStep,
  card: reviewStep,
};

/** Issues a card in five steps. Each draft is one intent, however often it is sent. */
export function CreateWizard(props: CreateWizardProps) {
  const { application, customer, currency, personId, need, templates, today } = props;
  const hasDraftInUrl = useSearchParams().has("draft");
  const [initial] = useState(() => (hasDraftInUrl ? props : initialIntent(props)));
  const [draftId, setDraftId] = useState(initial.draftId);
  const [restartCount, setRestartCount] = useState(0);
  const [submittedSteps, setSubmittedSteps] = useState<readonly Step[]>([]);
  const start = findStart(props);
  const focusTarget = useRef<FocusTarget | null>(start.focusTarget);
  const [remembered] = useState(() => findRememberedDraft(initial.draftId));
  const form = useForm<CardApplication>({
    resolver: applicationResolver,
    mode: "onChange",
    shouldFocusError: true,
    defaultValues: remembered?.application ?? application,
  });
  const values = useWatch({ control: form.control }) as CardApplication;
  // Must come after `useWatch`, which has to receive the restored value.
  useTypingBeforeHydration(form, FORM_ID);
  const draft = useDraft(form, {
    ...initial,
    savedAt: props.savedAt,
    version: remembered?.version ?? props.version,
  });
  const isAboveLimit =
    (toCreateRequest(values).spendLimit ?? 0) > (need?.threshold ?? Number.POSITIVE_INFINITY);
  const approval = useApprovalNote(isAboveLimit ? need : undefined);
  const { state, issue, resend, edit } = useIssueCard({
    form,
    draft,
    outcome: props.outcome,
    takeNote: approval.take,
    onFieldErrors: showFieldErrors,
  });
  const { data: designs } = useDesigns();

  const reachable: Step = firstInvalidPart(values, today) ?? "review";
  const { step, requested, stepHref, ...steps } = useStep({ draftId, reachable, initialStep: start.step });
  const { confirmAndIssue, isChecking, dialog } = useIssuePrompt({ form, step, isAt: steps.isAt, issue });
  useEffect(() => NEXT_STEP[step]?.preload(), [step]);
  /** Steps to fix before returning to the review; null until the person has reached it. */
  const [stepsToFix, setStepsToFix] = useState<readonly Step[] | null>(
    requested === "review" && step !== "review" ? [] : null,
  );
  const remainingSteps = stepsToFix?.filter((part) => part !== step);
  const previous = STEPS[STEPS.indexOf(step) - 1];
  const isSending = state.is === "sending";

  const checkOutcome = useEffectEvent(() => {
    if (state.is === "unknown") void resend();
  });
  // For a draft sent before this page was opened: sending the same intent again returns its outcome.
  useEffect(() => checkOutcome(), []);
  useTopics([`person:${personId}`], () => checkOutcome());

  function goToStep(target: Step, field: FieldPath<CardApplication> | null = null) {
    focusTarget.current = { field };
    if (step === "review") setStepsToFix([]);
    else normalizeFields(step);
    steps.go(target);
  }

  function showFieldErrors(fields: FieldErrors) {
    const named = Object.entries(fields).flatMap(([path, message]) => {
      const part = partOfPath(path);
      return part ? [{ part, name: path as FieldPath<CardApplication>, message }] : [];
    });
    for (const { name, message } of named) form.setError(name, { type: "issuer", message });
    const parts = [...new Set(named.map(({ part }) => part))];
    const [first] = named;
    if (!first) return;
    setSubmittedSteps([...submittedSteps, ...parts]);
    setStepsToFix(parts);
    // Don't move the focus of a person who has gone to another step.
    if (!steps.isAt("review")) return;
    focusTarget.current = { field: first.name };
    steps.go(first.part);
  }

  async function submitStep() {
    if (step === "review") return approval.take() === null ? undefined : confirmAndIssue();
    edit();
    setSubmittedSteps([...submittedSteps, step]);
    normalizeFields(step);
    if (!(await form.trigger(STEP_FIELDS[step], { shouldFocus: true }))) return;
    const design = designs?.find(({ id }) => id === form.getValues("cardDesign"));
    if (step === "card" && design && !design.stock) {
      return form.setError("cardDesign", {
        message: `${design.name} is out of stock: choose another design`,
      });
    }
    void draft.save();
    setStepsToFix(remainingSteps ?? null);
    goToStep(remainingSteps ? (remainingSteps[0] ?? "review") : (STEPS[STEPS.indexOf(step) + 1] ?? "review"));
  }

  /** Shows the normalized values that will be sent. */
  function normalizeFields(part: CreateCardPart) {
    const normalized = tidyApplication(form.getValues());
    for (const name of STEP_FIELDS[part]) form.setValue(name, normalized[name]);
  }

  function issueAnother(reuse: "customer" | "card") {
    const id = newOperationId();
    const next = { draftId: id, operationId: id };
    const values = form.getValues();
    draft.reset(next);
    form.reset(reuse === "customer" ? forSameCustomer(values) : forOtherHolder(values));
    edit();
    setDraftId(next.draftId);
    setRestartCount(restartCount + 1);
    setSubmittedSteps([]);
    setStepsToFix(null);
    focusTarget.current = { field: reuse === "customer" ? CARDHOLDER_FIELD : null };
    steps.startOver(next.draftId, reuse === "customer" ? "contact" : "customer");
  }

  if (state.is === "issued") {
    return (
      <WizardLayout
        preview={
          <CardPreview control={form.control} {...(state.card ? { lastFour: state.card.lastFour } : {})} />
        }
      >
        <CardIssued
          cardId={state.cardId}
          card={state.card}
          spendLimit={toCreateRequest(values).spendLimit ?? 0}
          onIssueAnother={issueAnother}
        />
      </WizardLayout>
    );
  }

  if (state.is === "requested")
    return (
      <WizardLayout preview={<CardPreview control={form.control} />}>
        <ApprovalRequestedNotice requestId={state.requestId} />
      </WizardLayout>
    );

  return (
    <WizardLayout preview={<CardPreview control={form.control} />}>
      <StepList
        current={step}
        reachable={reachable}
        stepHref={stepHref}
        onNavigate={(target) => goToStep(target)}
      />
      <form
        id={FORM_ID}
        noValidate
        aria-label="Issue a card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending && !isChecking && state.is !== "unknown") void submitStep();
        }}
        className="flex flex-col gap-5"
      >
        {draft.newer && state.is !== "unknown" && (
          <NewerDraftNotice
            newer={draft.newer}
            onLoad={draft.loadNewer}
            onKeepMine={() => void draft.keepMine()}
          />
        )}
        {state.is === "editing" && state.error && (
          <ErrorState
            error={state.error}
            isInline
            action={
              state.error.code === "conflict" ? (
                <a href={NEW_CARD_PATH} className={buttonStyle({ tone: "plain", size: "small" })}>
                  Start a new card
                </a>
              ) : state.error.code === "approval-required" ? (
                <a href={stepHref("review")} className={buttonStyle({ tone: "plain", size: "small" })}>
                  Reload
                </a>
              ) : undefined
            }
          />
        )}
        {state.is === "unknown" ? (
          <IssueOutcomeUnknown />
        ) : (
          <StepPanel key={`${step}-${restartCount}`} step={step} form={form} focusTarget={focusTarget}>
            <SubmittedErrors isSubmitted={submittedSteps.includes(step)}>
              {step === "customer" && (
                <>
                  <TemplateChoice form={form} initial={templates} today={today} currency={currency} />
                  <CustomerStep form={form} customer={customer} />
                </>
              )}
              {step === "kyc" && <KycStep form={form} today={today} />}
              {step === "contact" && <contactStep.Component form={form} />}
              {step === "card" && <cardStep.Component form={form} today={today} />}
              {step === "review" && (
                <reviewStep.Component
                  form={form}
                  today={today}
                  currency={currency}
                  stepHref={stepHref}
                  onNavigate={goToStep}
                />
              )}
            </SubmittedErrors>
            {step === "review" && approval.fields}
          </StepPanel>
        )}
        {state.is !== "unknown" && (
          <div className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
            <Button type="submit" tone="primary" busy={isSending || isChecking}>
              {step === "review"
                ? approval.label("Issue card")
                : remainingSteps?.length === 0
                  ? "Continue to review"
                  : "Continue"}
            </Button>
            {previous && (
              <Button onClick={() => goToStep(previous)} disabled={isSending}>
                Back
              </Button>
            )}
            {!draft.newer && (
              <DraftState savedAt={draft.savedAt} isSaved={draft.isSaved} error={draft.error} />
            )}
          </div>
        )}
      </form>
      {dialog}
    </WizardLayout>
  );
}

/** For a known customer, starts at the first field that isn't prefilled. */
function findStart({ application, savedAt }: CreateWizardProps): {
  step: Step;
  focusTarget: FocusTarget | null;
} {
  if (savedAt !== null || application.meta.id === "") return { step: "customer", focusTarget: null };
  if (application.customerType === "Business")
    return { step: "contact", focusTarget: { field: CARDHOLDER_FIELD } };
  return {
    step: "customer",
    focusTarget: { field: application.customerType ? "kycApplicantId" : "customerType" },
  };
}
