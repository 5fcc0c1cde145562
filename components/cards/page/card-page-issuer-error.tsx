"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ErrorState } from "@/components/ui/messages/error-state";
import { DateTime } from "@/components/ui/values/date-time";
import type { AppError } from "@/lib/domain/result";

/** The issuer is unreachable; the card shown below is from the index. */
export function CardPageIssuerError({ error, knownAt }: { error: AppError; knownAt: string | null }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <ErrorState
      error={{ ...error, retry: "safe" }}
      isInline={knownAt !== null}
      tone="warn"
      isRetrying={isPending}
      onRetry={() => startTransition(() => router.refresh())}
    >
      {knownAt && (
        <>
          Showing the card as of <DateTime value={knownAt} style="full" />. It may have changed since then.
        </>
      )}
    </ErrorState>
  );
}
