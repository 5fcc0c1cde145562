"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { beginAccountLink } from "@/lib/actions/begin-account-link";
import { noResponseError } from "@/lib/client/no-response-error";
import type { AppError } from "@/lib/domain/result";
import { failure } from "@/lib/domain/result";

export function LinkAccountButton({ token, provider }: { token: string; provider: string }) {
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    setError(null);
    const result = await beginAccountLink({ token }).catch(() =>
      failure(noResponseError("Nothing was changed.")),
    );
    if (result.ok) return window.location.assign(result.data.url);
    setBusy(false);
    setError(result.error);
  }

  return (
    <div className="flex flex-col gap-4">
      {error && <ErrorState error={error} isInline />}
      <Button tone="primary" busy={isBusy} onClick={() => void leave()}>
        Continue with {provider}
      </Button>
    </div>
  );
}
