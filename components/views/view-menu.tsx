"use client";

import type { MenuItem } from "@/components/ui/popups/menu-item";
import MenuPopup from "@/components/ui/popups/menu-popup";
import type { PopupState } from "@/components/ui/popups/use-popup";
import { setDefaultView } from "@/lib/actions/set-default-view";
import { setTeamDefaultView } from "@/lib/actions/set-team-default-view";
import { shareView } from "@/lib/actions/share-view";
import type { Action } from "@/lib/client/send-action";
import { hasTypedText } from "@/lib/domain/views/audited-query";
import { ALL_VIEW } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewTab } from "@/lib/domain/views/view-bar";
import { runViewAction } from "./view-actions";
import type { OpenedDialog, SavedChange } from "./view-dialog";

type SavedTab = {
  tab: ViewTab;
  place: { index: number; last: number };
  onMove: (index: number) => void;
  onOpen: (dialog: OpenedDialog) => void;
};

export type ViewMenuContext = {
  bar: ViewBarState;
  /** Null for the list itself. */
  saved: SavedTab | null;
  onChanged: (versions?: SavedChange["versions"]) => void;
};

export type ViewMenuProps = PopupState & ViewMenuContext & { label: string };

const DEFAULT_FAILED = "Couldn’t change the default";

export default function ViewMenu({ bar, saved, onChanged, label, ...popup }: ViewMenuProps) {
  async function run<Input, Data>(action: Action<Input, Data>, input: Input, failedTitle: string) {
    await runViewAction(action, input, failedTitle);
    onChanged();
  }

  async function share(viewId: string, version: number, isShared: boolean) {
    const failedTitle = isShared ? "Couldn’t share the view" : "Couldn’t stop sharing the view";
    const result = await runViewAction(shareView, { list: bar.list, viewId, version, isShared }, failedTitle);
    onChanged(result ? { from: version, to: result.version } : undefined);
  }

  const setDefault = (choice: string | null) =>
    void run(setDefaultView, { list: bar.list, choice }, DEFAULT_FAILED);

  const allItems: MenuItem[] = [
    bar.isAllDefault
      ? { label: "Use the team’s default", onSelect: () => setDefault(null) }
      : { label: "Open by default", onSelect: () => setDefault(ALL_VIEW) },
  ];
  const items = saved ? savedItems(saved) : allItems;
  return <MenuPopup {...popup} items={items} label={label} align="start" />;

  function savedItems({ tab, place, onMove, onOpen }: SavedTab): MenuItem[] {
    const { list, canShare, isChanged } = bar;
    const { id, href, version, isShared, ownerName, canChange, isDefault, isTeamDefault } = tab;
    const asksFirst = isShared ? ownerName !== null : hasTypedText(href.split("?")[1] ?? "");
    const groups: (MenuItem | false)[] = [
      ownerName !== null && { kind: "heading", id: "owner", label: `Shared by ${ownerName}` },
      {
        label: isDefault ? "Don’t open by default" : "Open by default",
        onSelect: () => setDefault(isDefault ? null : id),
      },
      isShared &&
        canShare && {
          label: isTeamDefault ? "Don’t open by default for the team" : "Open by default for the team",
          onSelect: () =>
            void run(setTeamDefaultView, { list, viewId: id, isDefault: !isTeamDefault }, DEFAULT_FAILED),
        },
      canChange &&
        canShare && {
          label: `${isShared ? "Stop sharing" : "Share with team"}${asksFirst ? "…" : ""}`,
          onSelect: () => (asksFirst ? onOpen("sharing") : void share(id, version, !isShared)),
        },
      place.index > 0 && {
        label: "Move left",
        shortcut: "shift+left",
        onSelect: () => onMove(place.index - 1),
      },
      place.index < place.last && {
        label: "Move right",
        shortcut: "shift+right",
        onSelect: () => onMove(place.index + 1),
      },
      { kind: "separator", id: "after-move" },
      canChange && { label: "Rename…", onSelect: () => onOpen("rename") },
      {
        label: isChanged && !canChange ? "Save as mine…" : "Save as new view…",
        onSelect: () => onOpen("save"),
      },
      canChange && { label: "Delete…", tone: "danger", onSelect: () => onOpen("delete") },
    ];
    return groups.filter((item) => item !== false);
  }
}
