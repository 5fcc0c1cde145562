"use client";

import { useState } from "react";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { useIntent } from "./operation-id";

type Action<Input, Data> = (operationId: string, input: Input) => Promise<Result<Data>>;

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
    const result = await action(operationId, input).catch(() => failure(lost()));
    setIsBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok || !STILL_OPEN.has(result.error.code)) renew();
    return result;
  }

  return { send, isBusy, error, clearError: () => setError(null) };
}

// A lost answer of our own server is "in-progress": the same id may be sent again at any time.
const STILL_OPEN = new Set(["unknown-outcome", "in-progress"]);

function lost(): AppError {
  return {
    code: "in-progress",
    message: "The dashboard did not answer. Sending this again is safe: it is carried out once.",
    requestId: "",
    retry: "safe",
  };
}
