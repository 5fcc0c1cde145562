"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { CardApplication } from "@/lib/contract/card-application";
import { type IssueConcern, issueConcerns } from "@/lib/contract/issue-concerns";
import { concernWords } from "./concern-words";
import { customerOfId, readCustomerOfId } from "./customer-of-id";
import type { IssueDialogProps } from "./issue-dialog";
import type { Step } from "./steps";

const issueDialog = loadOnIntent<IssueDialogProps>(() => import("./issue-dialog"));

/** A check that takes longer counts as failed, and the person decides. */
const CHECK_TIMEOUT_MS = 8_000;

type Question = { application: CardApplication; concerns: readonly IssueConcern[]; isOpen: boolean };

type IssueQuestion = {
  form: UseFormReturn<CardApplication>;
  step: Step;
  /** By the address, which changes before `step` does. */
  isAt: (step: Step) => boolean;
  issue: (application: CardApplication) => Promise<void>;
};

/**
 * Issues at once what raises no concern, and asks first about what does. Only what stood on the review when the person
 * pressed the button is issued, and nothing once they have left the review.
 */
export function useIssueQuestion({ form, step, isAt, issue }: IssueQuestion) {
  const queries = useQueryClient();
  const check = useRef<AbortController | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);

  async function confirmAndIssue() {
    if (check.current) return;
    const application = structuredClone(form.getValues());
    const leaving = new AbortController();
    check.current = leaving;
    setIsChecking(true);
    const { id } = application.meta;
    // Not by way of the query: that one waits while the browser is offline, and ends when the review is left.
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
    const known = await readCustomerOfId(id, signal).catch(() => null);
    if (leaving.signal.aborted) return;
    if (!isAt("review")) return cancel();
    endCheck();
    if (known) queries.setQueryData(customerOfId(id).queryKey, known);
    const concerns = issueConcerns(application, known ? known.customer : "unchecked");
    // Whoever only asked for another check has not ordered the card by that.
    if (concerns.length > 0 || question?.isOpen) return setQuestion({ application, concerns, isOpen: true });
    await issue(application);
  }

  function endCheck() {
    check.current?.abort();
    check.current = null;
    setIsChecking(false);
  }

  function cancel() {
    endCheck();
    setQuestion((asked) => asked && { ...asked, isOpen: false });
  }

  const isAtReview = step === "review";
  const leaveReview = useEffectEvent(() => cancel());
  useEffect(() => {
    if (!isAtReview) return;
    // Without a network there is something to ask, and no way to load the question.
    issueDialog.preload();
    return () => leaveReview();
  }, [isAtReview]);

  const isUnchecked = question?.concerns.some(({ is }) => is === "unchecked-customer");
  return {
    confirmAndIssue,
    isChecking,
    dialog: question && (
      <PopupBoundary open={question.isOpen} onClose={cancel}>
        <issueDialog.Component
          open={question.isOpen}
          onClose={cancel}
          concerns={question.concerns.map(concernWords)}
          {...(isUnchecked ? { onCheckAgain: () => void confirmAndIssue() } : {})}
          isChecking={isChecking}
          onConfirm={() => {
            cancel();
            void issue(question.application);
          }}
        />
      </PopupBoundary>
    ),
  };
}
