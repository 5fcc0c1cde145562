"use client";

import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { createCard } from "@/lib/actions/create-card";
import { unanswered } from "@/lib/client/unanswered";
import type { Card } from "@/lib/contract/card";
import { type CardApplication, checkedCreateRequest } from "@/lib/contract/card-application";
import type { AppError, ErrorCode, FieldErrors } from "@/lib/domain/result";
import type { DraftOutcome, useDraft } from "./use-draft";

export type IssuingState =
  | { is: "editing"; error: AppError | null }
  | { is: "sending" }
  /** The issuer gave no answer: the server is finding out. */
  | { is: "unknown" }
  /** The card itself is known only to the tab that heard the answer. */
  | { is: "issued"; cardId: string; card: Card | null };

type Issuing = {
  form: UseFormReturn<CardApplication>;
  draft: ReturnType<typeof useDraft>;
  outcome: DraftOutcome;
  onRefusedFields: (fields: FieldErrors) => void;
};

/** Before anything was begun, or with another tab's content: the intent stands as it is. */
const KEEPS_INTENT: ReadonlySet<ErrorCode> = new Set(["signed-out", "forbidden", "invalid", "conflict"]);

/** Sends a draft's one intent, as often as need be, until it is known what came of it. */
export function useIssuing({ form, draft, outcome, onRefusedFields }: Issuing) {
  const [state, setState] = useState<IssuingState>(() => firstState(outcome));
  const sent = useRef<CardApplication | null>(null);

  /** Sends what the person confirmed, whatever is typed in the form meanwhile. */
  async function issue(application: CardApplication) {
    sent.current = application;
    setState((before) => (before.is === "unknown" ? before : { is: "sending" }));
    // First of all the server says which intent this draft stands for, and whether it was carried out elsewhere.
    const saved = await draft.save();
    if (!saved.ok) return setState({ is: "editing", error: saved.error });
    if (typeof saved.data.outcome === "object") return finish(saved.data.outcome.cardId, null);
    // Another tab has changed the draft: the person chooses between both first. What was sent already stays as it was.
    if (saved.data.isStale && saved.data.outcome === "unsent")
      return setState({ is: "editing", error: null });
    const request = checkedCreateRequest(application);
    const result = await createCard(saved.data.operationId, request).catch(() => null);
    if (!result) {
      return setState({
        is: "editing",
        error: unanswered("The card may or may not have been issued."),
      });
    }
    if (result.ok) return finish(result.data.id, result.data);
    const { code, fields } = result.error;
    if (code === "unknown-outcome" || code === "in-progress") return setState({ is: "unknown" });
    if (!KEEPS_INTENT.has(code)) await draft.renew();
    setState({ is: "editing", error: result.error });
    if (fields) onRefusedFields(fields);
  }

  function finish(cardId: string, card: Card | null) {
    draft.end();
    setState({ is: "issued", cardId, card });
  }

  return {
    state,
    issue,
    askAgain: () => issue(sent.current ?? form.getValues()),
    edit: () => setState({ is: "editing", error: null }),
  };
}

function firstState(outcome: DraftOutcome): IssuingState {
  if (outcome === "open") return { is: "unknown" };
  if (outcome === "unsent") return { is: "editing", error: null };
  return { is: "issued", cardId: outcome.cardId, card: null };
}
