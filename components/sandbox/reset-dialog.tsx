"use client";

import { useState } from "react";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { RadioCards } from "@/components/ui/fields/radio-cards";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { resetSandbox } from "@/lib/actions/reset-sandbox";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { formatCount } from "@/lib/domain/money/numbers";
import type { SCENARIOS } from "@/lib/domain/settings/sandbox";
import { describeReplacement, REPLACE_CONFIRMATION } from "./replace-confirmation";

type Scenario = (typeof SCENARIOS)[number];

const SCENARIO_OPTIONS: readonly { value: Scenario; label: string; detail: string }[] = [
  { value: "demo", label: "Demo data", detail: "Several hundred cards with months of transactions" },
  { value: "empty", label: "Empty program", detail: "Designs only, no cards" },
];

export default function ResetDialog({ open, onClose }: OpenDialog) {
  const [scenario, setScenario] = useState<Scenario>("demo");
  const { send, isBusy, error } = useAction(resetSandbox);
  const refresh = useRefresh();

  async function reset() {
    const result = await send({ scenario });
    refresh();
    if (!result.ok) return;
    onClose();
    toast({
      title: "Sandbox reset",
      detail: `${formatCount(result.data.counts.cards)} cards. Lists update within seconds.`,
      tone: "good",
    });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void reset()}
      title="Reset sandbox?"
      description={describeReplacement("now")}
      confirmLabel="Reset"
      tone="destructive"
      busy={isBusy}
      fields={
        <RadioCards
          legend="Start with"
          name="scenario"
          value={scenario}
          onChange={setScenario}
          options={SCENARIO_OPTIONS}
        />
      }
      typedConfirmation={REPLACE_CONFIRMATION}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
