"use client";

import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { requestedToast } from "@/components/approvals/requested-toast";
import { createCard } from "@/lib/actions/create-card";
import { noResponseError } from "@/lib/client/no-response-error";
import { sendAction } from "@/lib/client/send-action";
import { type ToastMessage, toast } from "@/lib/client/toast";
import type { Card } from "@/lib/contract/card";
import { type CardApplication, checkedCreateRequest } from "@/lib/contract/card-application";
import {
  type ApprovalNote,
  type ApprovalRequested,
  isApprovalRequested,
} from "@/lib/domain/approvals/approval-note";
import {
  type AppError,
  type ErrorCode,
  type FieldErrors,
  isIntentOpen,
  type Result,
} from "@/lib/domain/result";
import { NOT_ISSUED } from "./not-issued";
import type { DraftOutcome, useDraft } from "./use-draft";

export type IssueState =
  | { is: "editing"; error: AppError | null }
  | { is: "sending" }
  /** The issuer didn't respond; the server is resolving the outcome. */
  | { is: "unknown" }
  /** A second person must approve it first. */
  | { is: "requested"; requestId: string }
  /** `card` is known only in the tab that received the response. */
  | { is: "issued"; cardId: string; card: Card | null };

type IssueCardOptions = {
  form: UseFormReturn<CardApplication>;
  draft: ReturnType<typeof useDraft>;
  outcome: DraftOutcome;
  /** Undefined if no second person is needed; null if the reason is missing. */
  takeNote: () => ApprovalNote | undefined | null;
  onFieldErrors: (fields: FieldErrors) => void;
};

/** The server rejected the request before starting the operation, so the draft's intent stays valid. */
const REJECTED: ReadonlySet<ErrorCode> = new Set(["invalid", "conflict"]);

/** Sends a draft's intent until its outcome is known. */
export function useIssueCard({ form, draft, outcome, takeNote, onFieldErrors }: IssueCardOptions) {
  const [state, setState] = useState<IssueState>(() => initialState(outcome));
  const sent = useRef<CardApplication | null>(null);
  const isShown = useIsShown();
  useAskBeforeLeaving(state.is === "sending");

  /** Sends what the person confirmed, even if the form changes in the meantime, unless they leave before it is sent. */
  async function issue(application: CardApplication, isWanted: () => boolean) {
    sent.current = application;
    setState((previous) => (previous.is === "unknown" ? previous : { is: "sending" }));
    // The save returns the draft's intent, and the card if another tab has issued it.
    const saved = await draft.save();
    if (!saved.ok) return setState({ is: "editing", error: saved.error });
    const { outcome: found } = saved.data;
    if (typeof found === "object")
      return "cardId" in found ? finish(found.cardId, null) : setState({ is: "requested", ...found });
    // Another tab has changed the draft, so the person must choose a version first, unless it was already sent.
    if (saved.data.isStale && saved.data.outcome === "unsent")
      return setState({ is: "editing", error: null });
    if (!isWanted()) {
      toast(NOT_ISSUED);
      return setState({ is: "editing", error: null });
    }
    const request = checkedCreateRequest(application);
    const note = takeNote() ?? undefined;
    const result = await sendAction(createCard, saved.data.operationId, request, note).catch(() => null);
    if (!isShown.current) toast(describeResult(result));
    if (!result) {
      return setState({
        is: "editing",
        error: noResponseError("The card may or may not have been issued."),
      });
    }
    if (result.ok) {
      const { data } = result;
      if (!isApprovalRequested(data)) return finish(data.id, data);
      return setState({ is: "requested", requestId: data.approvalRequested.id });
    }
    const { code, fields } = result.error;
    if (code === "unknown-outcome" || code === "in-progress") return setState({ is: "unknown" });
    if (!isIntentOpen(code) && !REJECTED.has(code)) await draft.renew();
    setState({ is: "editing", error: result.error });
    if (fields) onFieldErrors(fields);
  }

  function finish(cardId: string, card: Card | null) {
    draft.end();
    setState({ is: "issued", cardId, card });
  }

  return {
    state,
    issue,
    resend: () => issue(sent.current ?? form.getValues(), () => true),
    edit: () => setState({ is: "editing", error: null }),
  };
}

/** For a person who has gone to another page in the meantime. */
function describeResult(result: Result<Card | ApprovalRequested> | null): ToastMessage {
  if (result?.ok) {
    const { data } = result;
    if (isApprovalRequested(data)) return requestedToast(data);
    return {
      title: "Card issued",
      detail: `•• ${data.lastFour}`,
      action: { label: "Open card", href: `/cards/${data.id}` },
    };
  }
  const isOpen = !result || result.error.code === "unknown-outcome" || result.error.code === "in-progress";
  return isOpen
    ? {
        title: "The card may or may not have been issued",
        detail: "The overview shows the outcome.",
        tone: "bad",
      }
    : { title: "The card wasn’t issued", detail: result.error.message, tone: "bad" };
}

function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** A request that waits in the browser is lost with the page. */
function useAskBeforeLeaving(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isActive]);
}

function initialState(outcome: DraftOutcome): IssueState {
  if (outcome === "open") return { is: "unknown" };
  if (outcome === "unsent") return { is: "editing", error: null };
  if ("requestId" in outcome) return { is: "requested", requestId: outcome.requestId };
  return { is: "issued", cardId: outcome.cardId, card: null };
}
