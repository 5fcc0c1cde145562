import { arrangeViews } from "@/lib/actions/arrange-views";
import { changeView } from "@/lib/actions/change-view";
import { restoreView } from "@/lib/actions/restore-view";
import { setTeamDefaultView } from "@/lib/actions/set-team-default-view";
import { newOperationId } from "@/lib/client/operation-id";
import { type Action, sendAction } from "@/lib/client/send-action";
import { type ToastHandle, toast } from "@/lib/client/toast";
import { type ErrorCode, type Result, success } from "@/lib/domain/result";
import type { ViewList } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewTab } from "@/lib/domain/views/view-bar";
import type { OwnChange } from "./base-version";

type Sent<Data> = { ok: true; data: Data } | { ok: false; error: { code: ErrorCode; message: string } };

export const DEFAULT_FAILED = "Couldn’t change the default";

/** The parameters of a view, from its tab's link. */
export function savedQuery(href: string): string {
  return href.split("?")[1] ?? "";
}

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

type Undo<Input, Data> = {
  action: Action<Input, Data>;
  input: Input;
  failedTitle: string;
  doneTitle: string;
  onDone: (data: Data) => void;
};

/** Says what was done, and offers to undo it. */
function showDone<Input, Data>(
  title: string,
  { action, input, failedTitle, doneTitle, onDone }: Undo<Input, Data>,
): void {
  async function undo() {
    const undone = await runViewAction(action, input, failedTitle);
    if (!undone) return;
    toast({ title: doneTitle, tone: "good" });
    onDone(undone);
  }
  toast({ title, tone: "good", action: { label: "Undo", onSelect: () => void undo() } });
}

type Deleted = { list: ViewList; viewId: string; name: string };

export function showDeleted({ name, ...deleted }: Deleted, onRestored: () => void): void {
  showDone(`Deleted ${name}`, {
    action: restoreView,
    input: deleted,
    failedTitle: "Couldn’t restore the view",
    doneTitle: `Restored ${name}`,
    onDone: onRestored,
  });
}

/** Makes a view the team's default, or ends that. */
export async function changeTeamDefault(
  { list, tabs }: Pick<ViewBarState, "list" | "tabs">,
  { id, name, isTeamDefault }: ViewTab,
  onChanged: () => void,
): Promise<void> {
  const input = { list, viewId: id, isDefault: !isTeamDefault };
  const changed = await runViewAction(setTeamDefaultView, input, DEFAULT_FAILED);
  onChanged();
  if (!changed) return;
  const before = tabs.find((tab) => tab.isTeamDefault);
  showDone(
    isTeamDefault
      ? `${name} no longer opens by default for the team`
      : `${name} opens by default for the team`,
    {
      action: setTeamDefaultView,
      input: {
        list,
        viewId: before?.id ?? id,
        isDefault: before !== undefined,
        expects: isTeamDefault ? null : id,
      },
      failedTitle: DEFAULT_FAILED,
      doneTitle: "The team’s default is as before",
      onDone: onChanged,
    },
  );
}

type Changes = { list: ViewList; viewId: string; version: number; query: string };

type AfterSave = {
  /** As it was before. */
  tab: ViewTab;
  onSaveAsNew: () => void;
  onUndone: (change: OwnChange) => void;
};

type SaveOutcome =
  | { is: "saved"; version: number }
  /** Somebody else saved first. The notice offers to save what was set as a new view. */
  | { is: "stale"; notice: ToastHandle }
  | { is: "failed" };

export async function saveChanges(
  changes: Changes,
  { tab: { name, href, isShared }, onSaveAsNew, onUndone }: AfterSave,
): Promise<SaveOutcome> {
  const result = await send(changeView, changes);
  if (result.ok) {
    const { list, viewId } = changes;
    const { version } = result.data;
    showDone(isShared ? `Saved ${name} for everyone` : `Saved ${name}`, {
      action: changeView,
      input: { list, viewId, version, query: savedQuery(href) },
      failedTitle: "Couldn’t undo the save",
      doneTitle: `${name} is as before`,
      onDone: ({ version: to }) => onUndone({ viewId, from: version, to }),
    });
    return { is: "saved", version };
  }
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
