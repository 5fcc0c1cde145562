"use client";

import { useState } from "react";
import { type AppError, type ErrorCode, failure, type Result } from "@/lib/domain/result";
import { useIntent } from "./operation-id";
import { unanswered } from "./unanswered";

export type Action<Input, Data> = (operationId: string, input: Input) => Promise<Result<Data>>;

/**
 * Sends a write and keeps what went wrong. The intent keeps its id while nobody knows what came of it, so that
 * sending it once more asks for the outcome and never does it twice.
 */
export function useAction<Input, Data>(action: Action<Input, Data>) {
  const { operationId, renew } = useIntent();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function send(input: Input): Promise<Result<Data>> {
    setIsBusy(true);
    const result = await action(operationId, input).catch(() => null);
    setIsBusy(false);
    const told = result ?? failure(unanswered("The action may or may not have completed."));
    setError(told.ok ? null : told.error);
    if (result && (result.ok || !STILL_OPEN.has(result.error.code))) renew();
    return told;
  }

  return { send, isBusy, error, clearError: () => setError(null) };
}

const STILL_OPEN: ReadonlySet<ErrorCode> = new Set(["unknown-outcome", "in-progress"]);
