"use client";

import { Button } from "@/components/ui/button";
import { withdrawReport } from "@/lib/actions/withdraw-report";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";

/** Nothing is lost by it: the report can be requested again. */
export function WithdrawButton({ reportId }: { reportId: string }) {
  const { send, isBusy } = useAction(withdrawReport);
  const refresh = useRefresh();

  async function withdraw() {
    const result = await send({ reportId });
    if (!result.ok) toast({ title: "Not withdrawn", detail: result.error.message, tone: "bad" });
    refresh();
  }

  return (
    <Button busy={isBusy} onClick={() => void withdraw()}>
      Withdraw
    </Button>
  );
}
