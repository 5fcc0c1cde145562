"use client";

import Ellipsis from "lucide-react/icons/ellipsis";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu } from "@/components/ui/popups/menu";
import { advanceTransaction } from "@/lib/actions/advance-transaction";
import { newOperationId } from "@/lib/client/operation-id";
import { toast } from "@/lib/client/toast";
import { stepsFrom, type TransactionStep } from "@/lib/domain/settings/transaction-steps";

const STEP_TEXT = {
  clear: { label: "Clear", done: "Transaction cleared" },
  reverse: { label: "Reverse", done: "Transaction reversed" },
  refund: { label: "Refund", done: "Transaction refunded" },
} as const satisfies Record<TransactionStep, { label: string; done: string }>;

/** Renders nothing if the transaction can't change any more. */
export function TransactionActions({ id, status }: { id: string; status: string }) {
  async function advance(step: TransactionStep) {
    const result = await advanceTransaction(newOperationId(), { transactionId: id, step }).catch(() => null);
    if (result?.ok) return toast({ title: STEP_TEXT[step].done, tone: "good" });
    toast({
      title: "Something went wrong",
      detail: result?.error.message ?? "Cardwell didn’t respond. Check the transaction before you try again.",
      tone: "bad",
    });
  }

  const steps = stepsFrom(status);
  if (steps.length === 0) return null;
  const label = `Simulate actions on transaction ${id}`;
  return (
    <Menu
      label={label}
      align="end"
      items={steps.map((step) => ({ label: STEP_TEXT[step].label, onSelect: () => void advance(step) }))}
      trigger={(props) => (
        <IconButton {...props} label={label} size="small">
          <Ellipsis className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    />
  );
}
