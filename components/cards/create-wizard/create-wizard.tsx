"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type FieldPath, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useDesigns } from "@/components/designs/design-picker";
import { AskedErrors } from "@/components/forms/asked-errors";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorState } from "@/components/ui/error-state";
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
import type { IsoDate } from "@/lib/domain/calendar";
import { NEW_CARD_PATH } from "@/lib/domain/new-card-links";
import type { FieldErrors } from "@/lib/domain/result";
import { applicationResolver } from "./application-resolver";
import { CardPreview } from "./card-preview";
import type { CardStepProps } from "./card-step";
import { DraftState } from "./draft-state";
import { Issued, IssuingUnknown } from "./issued";
import { KycStep } from "./kyc-step";
import { NewerDraftNotice } from "./newer-draft-notice";
import type { ReviewStepProps } from "./review-step";
import { StepList } from "./step-list";
import { type Arrival, StepPanel } from "./step-panel";
import { STEP_FIELDS, STEPS, type Step } from "./steps";
import { type DraftOutcome, firstIntent, type Intent, rememberedDraft, useDraft } from "./use-draft";
import { useEarlyTyping } from "./use-early-typing";
import { useIssueQuestion } from "./use-issue-question";
import { useIssuing } from "./use-issuing";
import { useStep } from "./use-step";
import { WhoStep } from "./who-step";
import { WizardLayout } from "./wizard-layout";

type CreateWizardProps = Intent & {
  application: CardApplication;
  savedAt: string | null;
  version: number;
  outcome: DraftOutcome;
  /** Whom the page was opened for, where the index knows them. */
  customer: { id: string; name: string } | null;
  /** What the card's amounts are in; null where no card tells. */
  currency: string | null;
  personId: string;
  today: IsoDate;
};

const FORM_ID = "issue-card";

/** What differs from one holder of a company's cards to the next. */
const PERSONS_OWN = "meta.otpPhoneNumber.phoneNumber";

// Numbering plans, designs and the review are heavy, and needed from the third step on.
const contactStep = loadOnIntent<{ form: UseFormReturn<CardApplication> }>(() => import("./contact-step"));
const cardStep = loadOnIntent<CardStepProps>(() => import("./card-step"));
const reviewStep = loadOnIntent<ReviewStepProps>(() => import("./review-step"));

/** Loaded while somebody is at work on the step before it. */
const NEXT_STEP: Partial<Record<Step, { preload: () => void }>> = {
  kyc: contactStep,
  contact: cardStep,
  card: reviewStep,
};

/** Issues a card in five steps. It cannot send what the contract refuses, and sends one draft once. */
export function CreateWizard(props: CreateWizardProps) {
  const { application, customer, currency, personId, today } = props;
  const isNamed = useSearchParams().has("draft");
  const [first] = useState(() => (isNamed ? props : firstIntent(props)));
  const [draftId, setDraftId] = useState(first.draftId);
  const [restarts, setRestarts] = useState(0);
  const [asked, setAsked] = useState<readonly Step[]>([]);
  const start = startOf(props);
  const arrival = useRef<Arrival | null>(start.arrival);
  const [remembered] = useState(() => rememberedDraft(first.draftId));
  const form = useForm<CardApplication>({
    resolver: applicationResolver,
    mode: "onChange",
    shouldFocusError: true,
    defaultValues: remembered?.application ?? application,
  });
  const typed = useWatch({ control: form.control }) as CardApplication;
  // After the watch above, which must hear of it.
  useEarlyTyping(form, FORM_ID);
  const draft = useDraft(form, {
    ...first,
    savedAt: props.savedAt,
    version: remembered?.version ?? props.version,
  });
  const { state, issue, askAgain, edit } = useIssuing({
    form,
    draft,
    outcome: props.outcome,
    onRefusedFields: showAtFields,
  });
  const { data: designs } = useDesigns();

  const reachable: Step = firstInvalidPart(typed, today) ?? "review";
  const { step, wanted, hrefOf, ...steps } = useStep({ draftId, reachable, first: start.step });
  const { confirmAndIssue, isChecking, dialog } = useIssueQuestion({ form, step, isAt: steps.isAt, issue });
  useEffect(() => NEXT_STEP[step]?.preload(), [step]);
  /** Steps to put right before the review, for whoever came back from it; null on the way there. */
  const [detour, setDetour] = useState<readonly Step[] | null>(
    wanted === "review" && step !== "review" ? [] : null,
  );
  const before = detour?.filter((part) => part !== step);
  const previous = STEPS[STEPS.indexOf(step) - 1];
  const isSending = state.is === "sending";

  const followUp = useEffectEvent(() => {
    if (state.is === "unknown") void askAgain();
  });
  // What was sent before this page was opened: the same intent sent once more asks what came of it.
  useEffect(() => followUp(), []);
  useTopics([`person:${personId}`], () => followUp());

  function go(target: Step, field: FieldPath<CardApplication> | null = null) {
    arrival.current = { field };
    if (step === "review") setDetour([]);
    else tidy(step);
    steps.go(target);
  }

  function showAtFields(fields: FieldErrors) {
    const named = Object.entries(fields).flatMap(([path, message]) => {
      const part = partOfPath(path);
      return part ? [{ part, name: path as FieldPath<CardApplication>, message }] : [];
    });
    for (const { name, message } of named) form.setError(name, { type: "issuer", message });
    const parts = [...new Set(named.map(({ part }) => part))];
    const [first] = named;
    if (!first) return;
    setAsked([...asked, ...parts]);
    setDetour(parts);
    // Whoever went on to another step meanwhile is typing there.
    if (!steps.isAt("review")) return;
    arrival.current = { field: first.name };
    steps.go(first.part);
  }

  async function goOn() {
    if (step === "review") return confirmAndIssue();
    edit();
    setAsked([...asked, step]);
    tidy(step);
    if (!(await form.trigger(STEP_FIELDS[step], { shouldFocus: true }))) return;
    const design = designs?.find(({ id }) => id === form.getValues("cardDesign"));
    if (step === "card" && design && !design.stock) {
      return form.setError("cardDesign", {
        message: `${design.name} is out of stock: choose another design`,
      });
    }
    void draft.save();
    setDetour(before ?? null);
    go(before ? (before[0] ?? "review") : (STEPS[STEPS.indexOf(step) + 1] ?? "review"));
  }

  /** Shows in the fields what will be sent. */
  function tidy(part: CreateCardPart) {
    const tidied = tidyApplication(form.getValues());
    for (const name of STEP_FIELDS[part]) form.setValue(name, tidied[name]);
  }

  function begin(what: "customer" | "like") {
    const id = newOperationId();
    const next = { draftId: id, operationId: id };
    const values = form.getValues();
    draft.begin(next);
    form.reset(what === "customer" ? forSameCustomer(values) : forOtherHolder(values));
    edit();
    setDraftId(next.draftId);
    setRestarts(restarts + 1);
    setAsked([]);
    setDetour(null);
    arrival.current = { field: what === "customer" ? PERSONS_OWN : null };
    steps.startOver(next.draftId, what === "customer" ? "contact" : "who");
  }

  if (state.is === "issued") {
    return (
      <WizardLayout
        preview={
          <CardPreview control={form.control} {...(state.card ? { lastFour: state.card.lastFour } : {})} />
        }
      >
        <Issued
          cardId={state.cardId}
          card={state.card}
          spendLimit={toCreateRequest(typed).spendLimit ?? 0}
          onAnother={begin}
        />
      </WizardLayout>
    );
  }

  return (
    <WizardLayout preview={<CardPreview control={form.control} />}>
      <StepList current={step} reachable={reachable} hrefOf={hrefOf} onGo={(target) => go(target)} />
      <form
        id={FORM_ID}
        noValidate
        aria-label="Issue a card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending && !isChecking && state.is !== "unknown") void goOn();
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
              ) : undefined
            }
          />
        )}
        {state.is === "unknown" ? (
          <IssuingUnknown />
        ) : (
          <StepPanel key={`${step}-${restarts}`} step={step} form={form} arrival={arrival}>
            <AskedErrors isAsked={asked.includes(step)}>
              {step === "who" && <WhoStep form={form} customer={customer} />}
              {step === "kyc" && <KycStep form={form} />}
              {step === "contact" && <contactStep.Component form={form} />}
              {step === "card" && <cardStep.Component form={form} today={today} />}
              {step === "review" && (
                <reviewStep.Component
                  form={form}
                  today={today}
                  currency={currency}
                  hrefOf={hrefOf}
                  onGo={go}
                />
              )}
            </AskedErrors>
          </StepPanel>
        )}
        {state.is !== "unknown" && (
          <div className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
            <Button type="submit" tone="primary" busy={isSending || isChecking}>
              {step === "review" ? "Issue card" : before?.length === 0 ? "Continue to review" : "Continue"}
            </Button>
            {previous && (
              <Button onClick={() => go(previous)} disabled={isSending}>
                Back
              </Button>
            )}
            {!draft.newer && <DraftState savedAt={draft.savedAt} error={draft.error} />}
          </div>
        )}
      </form>
      {dialog}
    </WizardLayout>
  );
}

/** A card for a known customer opens where the person has to look: what belongs to their company is filled in. */
function startOf({ application, savedAt }: CreateWizardProps): { step: Step; arrival: Arrival | null } {
  if (savedAt !== null || application.meta.id === "") return { step: "who", arrival: null };
  if (application.customerType === "Business") return { step: "contact", arrival: { field: PERSONS_OWN } };
  return { step: "who", arrival: { field: application.customerType ? "kycApplicantId" : "customerType" } };
}
