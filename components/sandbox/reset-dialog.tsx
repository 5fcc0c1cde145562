"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { OpenDialog } from "@/components/ui/dialog-button";
import { ErrorState } from "@/components/ui/error-state";
import { RadioCards } from "@/components/ui/radio-cards";
import { resetSandbox } from "@/lib/actions/reset-sandbox";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { formatCount } from "@/lib/domain/numbers";
import type { SCENARIOS } from "@/lib/domain/simulation";

type Scenario = (typeof SCENARIOS)[number];

const WORLDS: readonly { value: Scenario; label: string; detail: string }[] = [
  { value: "demo", label: "The demo", detail: "Some hundred cards with months of transactions behind them" },
  { value: "empty", label: "An empty program", detail: "Designs only: no card has been issued yet" },
];

const WORD = "reset";

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
      title: "The sandbox is fresh",
      detail: `${formatCount(result.data.counts.cards)} cards. Lists catch up within seconds.`,
      tone: "good",
    });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void reset()}
      title="Reset the sandbox?"
      description="All cards and transactions of the sandbox are replaced, for everyone who uses it. The clock goes back to now and faults are disarmed. The audit log stays."
      confirmLabel="Reset"
      cancelLabel="Keep it"
      tone="final"
      busy={isBusy}
      question={
        <RadioCards
          legend="Start with"
          name="scenario"
          value={scenario}
          onChange={setScenario}
          options={WORLDS}
        />
      }
      typed={{ label: `Type ${WORD} to confirm`, value: WORD, problem: () => `Type the word ${WORD}.` }}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
