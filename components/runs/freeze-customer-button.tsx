"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { planRun } from "@/lib/actions/plan-run";

type FreezeCustomerButtonProps = {
  /** The query of the list of the customer's cards. */
  filter: string;
  count: number;
};

/** Leads to the preview of a run. */
export function FreezeCustomerButton({ filter, count }: FreezeCustomerButtonProps) {
  const router = useRouter();
  return (
    <ActionButton
      action={planRun}
      input={{ kind: "freeze" as const, scope: { listQuery: filter, count } }}
      failedTitle="Couldn’t plan the freeze"
      onDone={({ runId }) => router.push(`/bulk/${runId}`)}
    >
      Freeze all cards…
    </ActionButton>
  );
}
