"use client";

import { endExceptionRule } from "@/lib/actions/end-exception-rule";
import { newOperationId } from "@/lib/client/operation-id";
import { sendAction } from "@/lib/client/send-action";
import { toast } from "@/lib/client/toast";
import { countOf } from "@/lib/domain/money/numbers";

/** Says what a new rule explained, and offers to undo all of it: the rule and what it explained. */
export function showRule({ ruleId, explained }: { ruleId: string; explained: number }): void {
  toast({
    title: "Rule added",
    detail: `${countOf(explained, "open exception")} explained.`,
    tone: "good",
    action: { label: "Undo", onSelect: () => void undoRule(ruleId) },
  });
}

async function undoRule(ruleId: string): Promise<void> {
  const input = { ruleId, reopens: true };
  const result = await sendAction(endExceptionRule, newOperationId(), input).catch(() => null);
  if (!result?.ok) {
    const detail = result?.error.message ?? "Check your connection, and try again.";
    toast({ title: "Couldn’t undo the rule", detail, tone: "bad" });
    return;
  }
  const detail = `${countOf(result.data.reopened?.changed ?? 0, "exception")} opened again.`;
  toast({ title: "Rule ended", detail, tone: "good" });
}
