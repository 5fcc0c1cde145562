import { arrangeViews } from "@/lib/actions/arrange-views";
import { changeView } from "@/lib/actions/change-view";
import { restoreView } from "@/lib/actions/restore-view";
import { newOperationId } from "@/lib/client/operation-id";
import { type Action, sendAction } from "@/lib/client/send-action";
import { type ToastHandle, toast } from "@/lib/client/toast";
import { type ErrorCode, type Result, success } from "@/lib/domain/result";
import type { ViewList } from "@/lib/domain/views/saved-view";

type Sent<Data> = { ok: true; data: Data } | { ok: false; error: { code: ErrorCode; message: string } };

/** Runs an action, and says so if it failed. Null after a failure. */
export async function runViewAction<Input, Data>(
  action: Action<Input, Data>,
  input: Input,
  failedTitle: string,
): Promise<Data | null> {
  const result = await send(action, input);
  if (result.ok) return result.data;
  toast({ title: failedTitle, detail: result.error.message, tone: "bad", timeoutMs: 0 });
  return null;
}

async function send<Input, Data>(action: Action<Input, Data>, input: Input): Promise<Sent<Data>> {
  const result: Result<Data> | null = await sendAction(action, newOperationId(), input).catch(() => null);
  if (!result)
    return {
      ok: false,
      error: { code: "internal", message: "We couldn’t reach Cardwell. Check your connection." },
    };
  return result.ok ? success(result.data) : result;
}

export async function saveOrder(input: { list: ViewList; order: string[] }): Promise<boolean> {
  return (await runViewAction(arrangeViews, input, "Couldn’t move the view")) !== null;
}

type Deleted = { list: ViewList; viewId: string; name: string };

/** Says that a view was deleted, and offers to undo it. */
export function showDeleted({ name, ...deleted }: Deleted, onRestored: () => void): void {
  async function undo() {
    const restored = await runViewAction(restoreView, deleted, "Couldn’t restore the view");
    if (!restored) return;
    toast({ title: `Restored ${name}`, tone: "good" });
    onRestored();
  }
  toast({
    title: `Deleted ${name}`,
    tone: "good",
    action: { label: "Undo", onSelect: () => void undo() },
  });
}

type Changes = { list: ViewList; viewId: string; version: number; query: string };

type SaveOutcome =
  | { is: "saved"; version: number }
  /** Somebody else saved first. The notice offers to save what was set as a new view. */
  | { is: "stale"; notice: ToastHandle }
  | { is: "failed" };

export async function saveChanges(changes: Changes, onSaveAsNew: () => void): Promise<SaveOutcome> {
  const result = await send(changeView, changes);
  if (result.ok) return { is: "saved", version: result.data.version };
  const { code, message } = result.error;
  const isStale = code === "conflict";
  const notice = toast({
    title: "Couldn’t save the view",
    detail: message,
    tone: "bad",
    timeoutMs: 0,
    ...(isStale && { action: { label: "Save as new view", onSelect: onSaveAsNew } }),
  });
  return isStale ? { is: "stale", notice } : { is: "failed" };
}
