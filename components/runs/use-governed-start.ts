"use client";

import { requestedToast } from "@/components/approvals/requested-toast";
import { useApprovalNote } from "@/components/approvals/use-approval-note";
import { toast } from "@/lib/client/toast";
import { type Action, useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import {
  type ApprovalNote,
  type ApprovalRequested,
  isApprovalRequested,
} from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";

type Start<Input> = Action<Input, { runId: string } | ApprovalRequested, ApprovalNote>;

/** Starts a run, or asks a second person for it while a policy wants that. */
export function useGovernedStart<Input>(
  action: Start<Input>,
  need: ApprovalNeed | undefined,
  onDone: () => void,
) {
  const { send, isBusy, error } = useAction(action);
  const approval = useApprovalNote(need);
  const refresh = useRefresh();

  async function start(input: Input) {
    const note = approval.take();
    if (note === null) return;
    const started = await send(input, note);
    refresh();
    if (!started.ok) return;
    onDone();
    approval.clear();
    if (isApprovalRequested(started.data)) toast(requestedToast(started.data));
  }

  return { start, approval, isBusy, error };
}
