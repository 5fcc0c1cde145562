"use client";

import { Button } from "@/components/ui/button";
import { restoreAttention } from "@/lib/actions/restore-attention";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";

/** Takes a dismissal back. */
export function RestoreButton({ itemKey, subject }: { itemKey: string; subject: string }) {
  const { send, isBusy } = useAction(restoreAttention);

  async function restore() {
    const result = await send({ key: itemKey });
    if (!result.ok) toast({ title: "It was not brought back", detail: result.error.message, tone: "bad" });
  }

  return (
    <Button
      tone="quiet"
      size="small"
      busy={isBusy}
      aria-label={`Bring back: ${subject}`}
      onClick={() => void restore()}
    >
      Bring back
    </Button>
  );
}
