"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { toast } from "@/lib/client/toast";
import type { CardApplication } from "@/lib/contract/card-application";
import { concernText, type IssueConcern, issueConcerns } from "@/lib/contract/issue-concerns";
import { customerByIdQuery, fetchCustomerById } from "./customer-by-id";
import type { IssueDialogProps } from "./issue-dialog";
import { NOT_ISSUED } from "./not-issued";
import type { Step } from "./steps";

const issueDialog = loadOnIntent<IssueDialogProps>(() => import("./issue-dialog"));

/** A check that takes longer counts as failed, and the person is asked. */
const CHECK_TIMEOUT_MS = 8_000;

type Prompt = { application: CardApplication; concerns: readonly IssueConcern[]; isOpen: boolean };

type IssuePromptOptions = {
  form: UseFormReturn<CardApplication>;
  step: Step;
  /** Reads the URL, which changes before `step` does. */
  isAt: (step: Step) => boolean;
  issue: (application: CardApplication, isWanted: () => boolean) => Promise<void>;
};

/**
 * Issues a card at once if there is no concern, otherwise asks first. Issues exactly what the review showed when the
 * person pressed the button, and nothing after they have left the review.
 */
export function useIssuePrompt({ form, step, isAt, issue }: IssuePromptOptions) {
  const queries = useQueryClient();
  const check = useRef<AbortController | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [prompt, setPrompt] = useState<Prompt | null>(null);

  async function confirmAndIssue() {
    if (check.current) return;
    const application = structuredClone(form.getValues());
    const controller = new AbortController();
    check.current = controller;
    setIsChecking(true);
    const { id } = application.meta;
    // Not through the query, which waits while the browser is offline and is canceled when the review is left.
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
    const found = await fetchCustomerById(id, signal).catch(() => null);
    if (controller.signal.aborted) return;
    if (!isAt("review")) return leave();
    endCheck();
    if (found) queries.setQueryData(customerByIdQuery(id).queryKey, found);
    const concerns = issueConcerns(application, found ? found.known : "unchecked");
    // "Check again" must not issue the card.
    if (concerns.length > 0 || prompt?.isOpen) return setPrompt({ application, concerns, isOpen: true });
    await issue(application, () => isAt("review"));
  }

  function endCheck() {
    check.current?.abort();
    check.current = null;
    setIsChecking(false);
  }

  function cancel() {
    endCheck();
    setPrompt((current) => current && { ...current, isOpen: false });
  }

  function leave() {
    if (check.current) toast(NOT_ISSUED);
    cancel();
  }

  const isAtReview = step === "review";
  const onLeave = useEffectEvent(() => leave());
  useEffect(() => {
    if (!isAtReview) return;
    // Offline the dialog is needed but can't be loaded.
    issueDialog.preload();
    return () => onLeave();
  }, [isAtReview]);

  const isUnchecked = prompt?.concerns.some(({ is }) => is === "unchecked-customer");
  return {
    confirmAndIssue,
    isChecking,
    dialog: prompt && (
      <PopupBoundary open={prompt.isOpen} onClose={cancel}>
        <issueDialog.Component
          open={prompt.isOpen}
          onClose={cancel}
          concerns={prompt.concerns.map(concernText)}
          {...(isUnchecked ? { onCheckAgain: () => void confirmAndIssue() } : {})}
          isChecking={isChecking}
          onConfirm={() => {
            cancel();
            void issue(prompt.application, () => isAt("review"));
          }}
        />
      </PopupBoundary>
    ),
  };
}
