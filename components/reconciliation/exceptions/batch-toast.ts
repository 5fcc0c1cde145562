"use client";

import { undoExceptions } from "@/lib/actions/undo-exceptions";
import { newOperationId } from "@/lib/client/operation-id";
import { sendAction } from "@/lib/client/send-action";
import { type ToastMessage, toast } from "@/lib/client/toast";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { type BatchOutcome, SKIP_REASONS, type SkipReason } from "@/lib/domain/reconciliation/exception";

/** Says what a batch changed and what it skipped, and offers to undo it. */
export function showBatch(done: string, outcome: BatchOutcome): void {
  const message = batchText(done, outcome);
  if (outcome.changed === 0) toast(message);
  else toast({ ...message, action: { label: "Undo", onSelect: () => void undoBatch(outcome.batchId) } });
}

export async function undoBatch(batchId: string): Promise<void> {
  const result = await sendAction(undoExceptions, newOperationId(), { batchId }).catch(() => null);
  if (!result?.ok) {
    const detail = result?.error.message ?? "Check your connection, and try again.";
    toast({ title: "Couldn’t undo the change", detail, tone: "bad" });
  } else toast(batchText("restored", result.data));
}

/** `42 exceptions explained`, `Skipped: 2 changed in the meantime`. */
export function batchText(done: string, { changed, skipped }: BatchOutcome): ToastMessage {
  const parts = Object.entries(skipped).map(
    ([reason, count]) => `${formatCount(count)} ${SKIP_REASONS[reason as SkipReason]}`,
  );
  return {
    title: changed === 0 ? "No exceptions changed" : `${countOf(changed, "exception")} ${done}`,
    tone: changed === 0 ? "neutral" : "good",
    ...(parts.length > 0 && { detail: `Skipped: ${parts.join(", ")}.` }),
  };
}
