"use client";

import type { MenuItem } from "@/components/ui/popups/menu-item";
import MenuPopup from "@/components/ui/popups/menu-popup";
import type { PopupState } from "@/components/ui/popups/use-popup";
import { setDefaultView } from "@/lib/actions/set-default-view";
import { shareView } from "@/lib/actions/share-view";
import { hasTypedText } from "@/lib/domain/views/audited-query";
import { ALL_VIEW } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewTab } from "@/lib/domain/views/view-bar";
import type { OwnChange } from "./base-version";
import { changeTeamDefault, DEFAULT_FAILED, runViewAction, savedQuery } from "./view-actions";
import type { OpenedDialog } from "./view-dialog";

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
  onChanged: (change?: OwnChange) => void;
};

export type ViewMenuProps = PopupState & ViewMenuContext & { label: string };

export default function ViewMenu({ bar, saved, onChanged, label, ...popup }: ViewMenuProps) {
  async function share(viewId: string, version: number) {
    const input = { list: bar.list, viewId, version, isShared: true };
    const result = await runViewAction(shareView, input, "Couldn’t share the view");
    onChanged(result ? { viewId, from: version, to: result.version } : undefined);
  }

  const setDefault = (choice: string | null) =>
    void runViewAction(setDefaultView, { list: bar.list, choice }, DEFAULT_FAILED).then(() => onChanged());

  const allItems: MenuItem[] = [
    bar.isAllDefault
      ? { label: "Use the team’s default", onSelect: () => setDefault(null) }
      : { label: "Open by default", onSelect: () => setDefault(ALL_VIEW) },
  ];
  const items = saved ? savedItems(saved) : allItems;
  return <MenuPopup {...popup} items={items} label={label} align="start" />;

  function savedItems({ tab, place, onMove, onOpen }: SavedTab): MenuItem[] {
    const { canShare, isChanged } = bar;
    const { id, href, version, isShared, ownerName, canChange, isDefault, isTeamDefault } = tab;
    const asksFirst = isShared || hasTypedText(savedQuery(href));
    const groups: (MenuItem | false)[] = [
      ownerName !== null && { kind: "heading", id: "owner", label: `Shared by ${ownerName}` },
      {
        label: isDefault ? "Don’t open by default" : "Open by default",
        onSelect: () => setDefault(isDefault ? null : id),
      },
      isShared &&
        canShare && {
          label: isTeamDefault ? "Don’t open by default for the team" : "Open by default for the team",
          onSelect: () => void changeTeamDefault(bar, tab, onChanged),
        },
      canChange &&
        canShare && {
          label: `${isShared ? "Stop sharing" : "Share with team"}${asksFirst ? "…" : ""}`,
          onSelect: () => (asksFirst ? onOpen("sharing") : void share(id, version)),
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
