"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { controlRun } from "@/lib/actions/control-run";
import { undoRun } from "@/lib/actions/undo-run";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { countOf } from "@/lib/domain/money/numbers";
import type { Run } from "@/lib/domain/runs/run";
import type { CancelRunDialogProps } from "./cancel-run-dialog";
import { runTitle, timeText } from "./run-text";
import type { StartRunDialogProps } from "./start-run-dialog";

const startDialog = loadOnIntent<StartRunDialogProps>(() => import("./start-run-dialog"));
const cancelDialog = loadOnIntent<CancelRunDialogProps>(() => import("./cancel-run-dialog"));

type RunActionsProps = { run: Run; cardsPerSecond: number; canControl: boolean; canUndo: boolean };

const EFFECTS = {
  freeze: "Purchases with them are declined until they are unfrozen.",
  unfreeze: "They can be used again.",
} as const;

/** What a person can do with the run in its state. */
export function RunActions({ run, cardsPerSecond, canControl, canUndo }: RunActionsProps) {
  const router = useRouter();
  const { id: runId, kind, state, counts, changed, finishedAt } = run;
  if (state === "planned")
    return (
      run.isYours &&
      canControl && (
        <DialogButton
          tone="primary"
          unavailable={counts.waiting === 0 ? "No card would be changed." : undefined}
          dialog={startDialog}
          dialogProps={{
            runId,
            title: runTitle(kind, counts),
            description: `${EFFECTS[kind]} It takes ${timeText(counts.waiting, cardsPerSecond)}. You can pause it, or cancel the rest.`,
            count: counts.waiting,
          }}
        >
          {runTitle(kind, counts)}…
        </DialogButton>
      )
    );
  if (!canControl) return null;
  return (
    <>
      {state === "running" && (
        <ActionButton
          action={controlRun}
          input={{ runId, to: "paused" as const }}
          failedTitle="Couldn’t pause the run"
        >
          Pause
        </ActionButton>
      )}
      {state === "paused" && (
        <ActionButton
          tone="primary"
          action={controlRun}
          input={{ runId, to: "running" as const }}
          failedTitle="Couldn’t resume the run"
        >
          Resume
        </ActionButton>
      )}
      {(state === "running" || state === "paused") && (
        <DialogButton dialog={cancelDialog} dialogProps={{ runId, waiting: counts.waiting }}>
          Cancel the rest…
        </DialogButton>
      )}
      {kind === "freeze" && finishedAt !== null && changed > 0 && (
        <ActionButton
          action={undoRun}
          input={{ runId }}
          failedTitle="Couldn’t plan the undo"
          unavailable={canUndo ? undefined : "Your role may not unfreeze many cards at once."}
          onDone={({ runId: undoId }) => router.push(`/bulk/${undoId}`)}
        >
          Unfreeze these {countOf(changed, "card")}…
        </ActionButton>
      )}
    </>
  );
}
