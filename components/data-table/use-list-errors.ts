"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { AppError } from "@/lib/domain/result";

type ListErrors = {
  /** Set if there are no rows to show. */
  error: AppError | null;
  /** Why the index was used instead of the issuer. */
  fallbackReason: AppError | null;
};

export function useListErrors({ error, fallbackReason }: ListErrors) {
  const router = useRouter();
  const [isRetrying, startTransition] = useTransition();
  return {
    error:
      error ??
      (fallbackReason && { ...fallbackReason, message: `${fallbackReason.message} ${INDEX_NOTICE}` }),
    isRetrying,
    retry: () => startTransition(() => router.refresh()),
  };
}

const INDEX_NOTICE = "Showing our synced copy of the issuer’s records, newest first.";
