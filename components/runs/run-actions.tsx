"use client";

import { useRouter } from "next/navigation";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { Button } from "@/components/ui/buttons/button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { controlRun } from "@/lib/actions/control-run";
import { retryRun } from "@/lib/actions/retry-run";
import { undoRun } from "@/lib/actions/undo-run";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import type { Run } from "@/lib/domain/runs/run";
import type { CancelRunDialogProps } from "./cancel-run-dialog";
import { rowsHref } from "./issue/issue-work";
import { retryText, runTitle, theseCards, timeText, warnedText } from "./run-text";
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
  /** Some of its cards or rows ended without a result. */
  canRetry: boolean;
  /** Why cards are skipped; null if none is. */
  skipped: string | null;
  canUndo: boolean;
  /** How many of its cards have warnings. */
  warned: number;
  /** How many may end with another customer. */
  misassigned: number;
  /** Set while a second person must approve its start. */
  need: ApprovalNeed | undefined;
};

const EFFECTS = {
  freeze: "Purchases with them are declined until they are unfrozen.",
  unfreeze: "They can be used again.",
} as const;

/** What a person can do with the run in its state. */
export function RunActions(props: RunActionsProps) {
  const { run, canControl, canRetry, canUndo } = props;
  const router = useRouter();
  const { id: runId, kind, state, counts, changed, finishedAt } = run;
  if (!canControl) return null;
  if (state === "planned")
    return (
      run.isYours &&
      run.requestId === null && (
        <>
          <ActionButton
            tone="ghost"
            action={controlRun}
            input={{ runId, to: "canceled" as const, from: "planned" as const }}
            failedTitle="Couldn’t discard the plan"
            successToast={{ title: "Discarded the plan", tone: "good" }}
            onDone={() => router.push("/bulk")}
          >
            Discard plan
          </ActionButton>
          {kind === "issue" && run.retryOf === null && (
            <Button onClick={() => router.push(rowsHref(runId))}>Change rows</Button>
          )}
          {counts.waiting > 0 && <StartButton {...props} />}
        </>
      )
    );
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
      {finishedAt !== null && canRetry && (
        <ActionButton
          action={retryRun}
          input={{ runId }}
          failedTitle="Couldn’t plan the retry"
          onDone={({ runId: retryId }) => router.push(`/bulk/${retryId}`)}
        >
          {retryText(counts)}
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
          Unfreeze {theseCards(changed)}…
        </ActionButton>
      )}
    </>
  );
}

function StartButton({
  run: { id: runId, kind, counts, reason, summary },
  cardsPerSecond,
  skipped,
  warned,
  misassigned,
  need,
}: RunActionsProps) {
  const count = counts.waiting;
  const time = timeText(count, cardsPerSecond);
  const title = runTitle(kind, counts);
  if (kind === "block")
    return (
      <DialogButton
        tone="danger"
        dialog={startBlockDialog}
        dialogProps={{ runId, title, count, reason: reason ?? "", time, skipped, need }}
      >
        {title}…
      </DialogButton>
    );
  if (kind === "issue")
    return (
      <DialogButton
        tone="primary"
        dialog={startIssueDialog}
        dialogProps={{
          runId,
          title,
          count,
          highestLimit: summary?.highestLimit ?? 0,
          time,
          skipped,
          warned: warnedText(warned, count),
          misassigned,
          need,
        }}
      >
        {title}…
      </DialogButton>
    );
  return (
    <DialogButton
      tone="primary"
      dialog={startDialog}
      dialogProps={{
        runId,
        title,
        description: `${EFFECTS[kind]} It takes ${time}. You can pause it, or cancel the rest.`,
        count,
        skipped,
      }}
    >
      {title}…
    </DialogButton>
  );
}
