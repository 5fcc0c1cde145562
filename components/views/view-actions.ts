import { arrangeViews } from "@/lib/actions/arrange-views";
import { changeView } from "@/lib/actions/change-view";
import { type Action, sendAction } from "@/lib/client/send-action";
import { toast } from "@/lib/client/toast";
import type { AppError } from "@/lib/domain/result";
import type { ViewList } from "@/lib/domain/views/saved-view";

const NO_RESPONSE = "We couldn’t reach Cardwell. Check your connection.";

/** Runs an action, and says so if it failed. */
export async function runViewAction<Input, Data>(
  action: Action<Input, Data>,
  input: Input,
  failedTitle: string,
): Promise<boolean> {
  const error = await findError(action, input);
  if (error) toast({ title: failedTitle, detail: error.message, tone: "bad", timeoutMs: 0 });
  return error === null;
}

async function findError<Input, Data>(
  action: Action<Input, Data>,
  input: Input,
): Promise<Pick<AppError, "code" | "message"> | null> {
  const result = await sendAction(action, crypto.randomUUID(), input).catch(() => null);
  if (!result) return { code: "internal", message: NO_RESPONSE };
  return result.ok ? null : result.error;
}

export function saveOrder(input: { list: ViewList; order: string[] }): Promise<boolean> {
  return runViewAction(arrangeViews, input, "Couldn’t move the view");
}

type Changes = { list: ViewList; viewId: string; version: number; query: string };

/** Stale: somebody else saved first. The person has been told, and can save what they set as a new view. */
export async function saveChanges(
  changes: Changes,
  onSaveAsNew: () => void,
): Promise<"saved" | "stale" | "failed"> {
  const error = await findError(changeView, changes);
  if (!error) return "saved";
  const isStale = error.code === "conflict";
  toast({
    title: "Couldn’t save the view",
    detail: error.message,
    tone: "bad",
    timeoutMs: 0,
    ...(isStale && { action: { label: "Save as new view", onSelect: onSaveAsNew } }),
  });
  return isStale ? "stale" : "failed";
}
