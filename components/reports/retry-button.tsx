"use client";

import { Button } from "@/components/ui/button";
import { retryReport } from "@/lib/actions/retry-report";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";

export function RetryButton({ reportId, label = "Request again" }: { reportId: string; label?: string }) {
  const { send, isBusy } = useAction(retryReport);
  const refresh = useRefresh();

  async function retry() {
    const result = await send({ reportId });
    if (!result.ok) toast({ title: "Not requested", detail: result.error.message, tone: "bad" });
    refresh();
  }

  return (
    <Button busy={isBusy} onClick={() => void retry()}>
      {label}
    </Button>
  );
}
