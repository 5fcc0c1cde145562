"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { CardApplication } from "@/lib/contract/card-application";
import { issueConcerns } from "@/lib/contract/issue-concerns";
import { concernWords } from "./concern-words";
import { customerOfId } from "./customer-of-id";
import type { IssueDialogProps } from "./issue-dialog";

const issueDialog = loadOnIntent<IssueDialogProps>(() => import("./issue-dialog"));

type Question = { concerns: readonly string[]; isOpen: boolean };

/** Issues at once what raises no concern, and asks first about what does. */
export function useIssueQuestion(form: UseFormReturn<CardApplication>, issue: () => Promise<void>) {
  const queries = useQueryClient();
  const isChecking = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);

  async function confirmAndIssue() {
    if (isChecking.current) return;
    isChecking.current = true;
    const application = form.getValues();
    // What the review has read already; without an answer the card is judged by itself.
    const known = await queries.ensureQueryData(customerOfId(application.meta.id)).catch(() => null);
    isChecking.current = false;
    const concerns = issueConcerns(application, known?.customer ?? null);
    if (concerns.length === 0) return issue();
    setQuestion({ concerns: concerns.map(concernWords), isOpen: true });
  }

  function close() {
    setQuestion((asked) => asked && { ...asked, isOpen: false });
  }

  return {
    confirmAndIssue,
    dialog: question && (
      <PopupBoundary open={question.isOpen} onClose={close}>
        <issueDialog.Component
          open={question.isOpen}
          onClose={close}
          concerns={question.concerns}
          onConfirm={() => {
            close();
            void issue();
          }}
        />
      </PopupBoundary>
    ),
  };
}
