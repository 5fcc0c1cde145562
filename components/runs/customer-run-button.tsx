"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { planRun } from "@/lib/actions/plan-run";
import { RUN_KINDS } from "@/lib/domain/runs/run";

type CustomerRunButtonProps = {
  kind: "freeze" | "unfreeze";
  /** The query of the list of the customer's cards. */
  filter: string;
  count: number;
};

/** Leads to the preview of a run. */
export function CustomerRunButton({ kind, filter, count }: CustomerRunButtonProps) {
  const router = useRouter();
  return (
    <ActionButton
      action={planRun}
      input={{ kind, scope: { listQuery: filter, count } }}
      failedTitle={`Couldn’t plan the ${kind}`}
      onDone={({ runId }) => router.push(`/bulk/${runId}`)}
    >
      {RUN_KINDS[kind]} all cards…
    </ActionButton>
  );
}
