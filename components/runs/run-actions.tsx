"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { controlRun } from "@/lib/actions/control-run";
import { retryRun } from "@/lib/actions/retry-run";
import { undoRun } from "@/lib/actions/undo-run";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { countOf } from "@/lib/domain/money/numbers";
import type { Run } from "@/lib/domain/runs/run";
import type { CancelRunDialogProps } from "./cancel-run-dialog";
import { runTitle, timeText } from "./run-text";
import type { StartBlockDialogProps } from "./start-block-dialog";
import type { StartIssueDialogProps } from "./start-issue-dialog";
import type { StartRunDialogProps } from "./start-run-dialog";

const startDialog = loadOnIntent<StartRunDialogProps>(() => import("./start-run-dialog"));
const startBlockDialog = loadOnIntent<StartBlockDialogProps>(() => import("./start-block-dialog"));
const startIssueDialog = loadOnIntent<StartIssueDialogProps>(() => import("./start-issue-dialog"));
const cancelDialog = loadOnIntent<CancelRunDialogProps>(() => import("./cancel-run-dialog"));

type RunActionsProps = {
  run: Run;
  cardsPerSecond: number;
  canControl: boolean;
  canUndo: boolean;
  /** Set while a second person must approve its start. */
  need: ApprovalNeed | undefined;
};

const EFFECTS = {
  freeze: "Purchases with them are declined until they are unfrozen.",
  unfreeze: "They can be used again.",
} as const;

/** What a person can do with the run in its state. */
export function RunActions(props: RunActionsProps) {
  const { run, canControl, canUndo } = props;
  const router = useRouter();
  const { id: runId, kind, state, counts, changed, finishedAt } = run;
  if (!canControl) return null;
  if (state === "planned") return run.isYours && run.requestId === null && <StartButton {...props} />;
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
        <DialogButton dialog={cancelDialog} dialogProps={{ runId, kind }}>
          Cancel the rest…
        </DialogButton>
      )}
      {finishedAt !== null && counts.failed > 0 && (
        <ActionButton
          action={retryRun}
          input={{ runId }}
          failedTitle="Couldn’t plan the retry"
          onDone={({ runId: retryId }) => router.push(`/bulk/${retryId}`)}
        >
          Try the failed ones again…
        </ActionButton>
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

function StartButton({
  run: { id: runId, kind, counts, reason, summary },
  cardsPerSecond,
  need,
}: RunActionsProps) {
  const count = counts.waiting;
  const unavailable = count === 0 ? "No card would be changed." : undefined;
  const time = timeText(count, cardsPerSecond);
  const title = runTitle(kind, counts);
  if (kind === "block")
    return (
      <DialogButton
        tone="danger"
        unavailable={unavailable}
        dialog={startBlockDialog}
        dialogProps={{ runId, count, reason: reason ?? "", time, need }}
      >
        {title}…
      </DialogButton>
    );
  if (kind === "issue")
    return (
      <DialogButton
        tone="primary"
        unavailable={count === 0 ? "No card would be issued." : undefined}
        dialog={startIssueDialog}
        dialogProps={{ runId, count, highestLimit: summary?.highestLimit ?? 0, time, need }}
      >
        {title}…
      </DialogButton>
    );
  return (
    <DialogButton
      tone="primary"
      unavailable={unavailable}
      dialog={startDialog}
      dialogProps={{
        runId,
        title,
        description: `${EFFECTS[kind]} It takes ${time}. You can pause it, or cancel the rest.`,
        count,
      }}
    >
      {title}…
    </DialogButton>
  );
}
