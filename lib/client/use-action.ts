"use client";

import { use, useState } from "react";
import { type AppError, failure, isIntentOpen, type Result } from "@/lib/domain/result";
import { DialogOpening } from "./dialog-opening";
import { noResponseError } from "./no-response-error";
import { useIntent } from "./operation-id";
import { type Action, sendAction } from "./send-action";

export type { Action };

/**
 * Sends a write and holds its error, until its dialog is opened again. The operation ID stays the same while the intent is open, so that a retry returns
 * the outcome instead of running the action twice.
 */
export function useAction<Input, Data, Note = never>(action: Action<Input, Data, Note>) {
  const { operationId, renew } = useIntent();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const opening = use(DialogOpening);
  const [lastOpening, setLastOpening] = useState(opening);
  if (opening !== lastOpening) {
    setLastOpening(opening);
    // The dialog of an unknown outcome waits for it, and shows it once it is known.
    if (error?.code !== "unknown-outcome") setError(null);
  }

  async function send(input: Input, note?: Note): Promise<Result<Data>> {
    setIsBusy(true);
    const result = await sendAction(action, operationId, input, note).catch(() => null);
    setIsBusy(false);
    const outcome = result ?? failure(noResponseError("The action may or may not have completed."));
    setError(outcome.ok ? null : outcome.error);
    if (result && (result.ok || !isIntentOpen(result.error.code))) renew();
    return outcome;
  }

  return { send, isBusy, error, clearError: () => setError(null) };
}
