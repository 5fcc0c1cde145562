"use client";

import { Button } from "@/components/ui/buttons/button";
import { requestMissingReports } from "@/lib/actions/request-missing-reports";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf, formatCount } from "@/lib/domain/money/numbers";

/** `month` is `2026-10`. */
export function RequestMissingButton({ month, gaps }: { month: string; gaps: number }) {
  const { send, isBusy } = useAction(requestMissingReports);
  const refresh = useRefresh();

  async function request() {
    const result = await send({ month });
    if (!result.ok)
      toast({ title: "Couldn’t request the reports", detail: result.error.message, tone: "bad" });
    else if (result.data.requested === 0) toast({ title: "No reports are missing anymore" });
    else toast({ title: `Requested ${countOf(result.data.requested, "report")}`, tone: "good" });
    refresh();
  }

  return (
    <Button
      tone="primary"
      busy={isBusy}
      unavailable={gaps === 0 ? "No report of this month is missing." : undefined}
      onClick={() => void request()}
    >
      {gaps === 0 ? "Request missing" : `Request ${formatCount(gaps)} missing`}
    </Button>
  );
}
