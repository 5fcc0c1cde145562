"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { AppError } from "@/lib/domain/result";

type ListErrors = {
  /** There is nothing to show. */
  error: AppError | null;
  /** The index stands in for the issuer, for this reason. */
  instead: AppError | null;
};

/** What to say above the rows, or in their place, and how to ask again. */
export function useListErrors({ error, instead }: ListErrors) {
  const router = useRouter();
  const [isRetrying, startTransition] = useTransition();
  return {
    error: error ?? (instead && { ...instead, message: `${instead.message} ${STAND_IN}` }),
    isRetrying,
    retry: () => startTransition(() => router.refresh()),
  };
}

const STAND_IN = "Showing our synced copy of the issuer’s records, newest first.";
