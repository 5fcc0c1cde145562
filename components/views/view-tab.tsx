"use client";

import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { classNames } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/popups/menu";
import type { MenuItem } from "@/components/ui/popups/menu-item";
import { setDefaultView } from "@/lib/actions/set-default-view";
import { setTeamDefaultView } from "@/lib/actions/set-team-default-view";
import { shareView } from "@/lib/actions/share-view";
import type { Action } from "@/lib/client/send-action";
import { formatCount } from "@/lib/domain/money/numbers";
import { ALL_VIEW } from "@/lib/domain/views/saved-view";
import { MAX_TAB_COUNT, type ViewBarState, type ViewCounts, type ViewTab } from "@/lib/domain/views/view-bar";

export type RunAction = <Input, Data>(
  action: Action<Input, Data>,
  input: Input,
  failedTitle: string,
) => Promise<Data | null>;

type TabProps = { bar: ViewBarState; counts: ViewCounts | null; run: RunAction; refresh: () => void };

/** The list itself: it opens without the default. */
export function AllTab({ bar, counts, run, refresh }: TabProps) {
  const { list, currentId, isAllDefault, tabs } = bar;
  const isCurrent = currentId === null;
  const hasTeamDefault = tabs.some(({ isTeamDefault }) => isTeamDefault);
  const items: MenuItem[] = [
    {
      label: isAllDefault ? "Use the team’s default" : "Open by default",
      onSelect: async () => {
        await run(setDefaultView, { list, choice: isAllDefault ? null : ALL_VIEW }, DEFAULT_FAILED);
        refresh();
      },
    },
  ];
  return (
    <Tab
      href={bar.allHref}
      name="All"
      isCurrent={isCurrent}
      count={counts && (counts[ALL_VIEW] ?? null)}
      isLoading={counts === null}
      menu={
        isCurrent && (!isAllDefault || hasTeamDefault) && <TabMenu label="Options for All" items={items} />
      }
    />
  );
}

type SavedTabProps = TabProps & {
  tab: ViewTab;
  dropSide: "left" | "right" | null;
  isFirst: boolean;
  isLast: boolean;
  move: (step: -1 | 1) => void;
  open: (dialog: "save" | "rename" | "delete") => void;
  preload: () => void;
};

export function SavedTab(props: SavedTabProps) {
  const { bar, tab, counts, dropSide, isFirst, isLast, move, open, preload, run, refresh } = props;
  const { list, currentId, canShare, isChanged } = bar;
  const { id, name, version, isShared, ownerName, canChange, isDefault, isTeamDefault } = tab;
  const isCurrent = id === currentId;

  async function runThenRefresh<Input, Data>(action: Action<Input, Data>, input: Input, failedTitle: string) {
    await run(action, input, failedTitle);
    refresh();
  }

  const items: MenuItem[] = [
    ...(ownerName === null
      ? []
      : [{ kind: "heading", id: "owner", label: `Shared by ${ownerName}` } satisfies MenuItem]),
    {
      label: isDefault ? "Don’t open by default" : "Open by default",
      onSelect: () =>
        void runThenRefresh(setDefaultView, { list, choice: isDefault ? null : id }, DEFAULT_FAILED),
    },
    ...(isShared && canShare
      ? [
          {
            label: isTeamDefault ? "Don’t open by default for the team" : "Open by default for the team",
            onSelect: () =>
              void runThenRefresh(
                setTeamDefaultView,
                { list, viewId: isTeamDefault ? null : id },
                DEFAULT_FAILED,
              ),
          } satisfies MenuItem,
        ]
      : []),
    ...(canChange && canShare
      ? [
          {
            label: isShared ? "Stop sharing" : "Share with team",
            onSelect: () =>
              void runThenRefresh(
                shareView,
                { list, viewId: id, version, isShared: !isShared },
                isShared ? "Couldn’t stop sharing the view" : "Couldn’t share the view",
              ),
          } satisfies MenuItem,
        ]
      : []),
    ...(isFirst ? [] : [{ label: "Move left", shortcut: "shift+left", onSelect: () => move(-1) }]),
    ...(isLast ? [] : [{ label: "Move right", shortcut: "shift+right", onSelect: () => move(1) }]),
    { kind: "separator", id: "after-move" },
    ...(canChange ? [{ label: "Rename…", onSelect: () => open("rename") }] : []),
    { label: isChanged && !canChange ? "Save as mine…" : "Save as new view…", onSelect: () => open("save") },
    ...(canChange ? [{ label: "Delete…", tone: "danger" as const, onSelect: () => open("delete") }] : []),
  ];
  return (
    <Tab
      id={id}
      href={tab.href}
      name={name}
      isCurrent={isCurrent}
      isShared={isShared}
      isChanged={isCurrent && isChanged}
      dropSide={dropSide}
      count={counts && (counts[id] ?? null)}
      isLoading={counts === null}
      menu={
        isCurrent && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only loads the dialog before it is opened
          <span onPointerEnter={preload} onFocus={preload} className="contents">
            <TabMenu label={`Options for ${name}`} items={items} />
          </span>
        )
      }
    />
  );
}

const DEFAULT_FAILED = "Couldn’t change the default";

function TabMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={label}
          data-tip=""
          className="-ml-1.5 mr-1 grid size-6 shrink-0 place-items-center self-center rounded-control text-ink-3 transition-colors duration-quick hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-expanded:bg-hover touch:size-9"
        >
          <svg viewBox="0 0 10 10" fill="none" stroke="currentColor" aria-hidden="true" className="size-2.5">
            <path d="m2 3.5 3 3 3-3" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </button>
      )}
    />
  );
}

type TabBodyProps = {
  id?: string;
  href: string;
  name: string;
  isCurrent: boolean;
  isShared?: boolean;
  isChanged?: boolean;
  dropSide?: "left" | "right" | null;
  count: number | null;
  /** A count may still come, so its place is kept. */
  isLoading: boolean;
  menu: ReactNode;
};

function Tab(props: TabBodyProps) {
  const {
    id,
    href,
    name,
    isCurrent,
    isShared = false,
    isChanged = false,
    dropSide,
    count,
    isLoading,
  } = props;
  return (
    <li
      data-view={id}
      data-current={isCurrent ? "" : undefined}
      className={classNames(
        "flex h-9 shrink-0 border-b-2 touch:h-11",
        isCurrent ? "border-accent" : "border-transparent",
        dropSide === "left" && "shadow-[inset_2px_0_0_var(--accent)]",
        dropSide === "right" && "shadow-[inset_-2px_0_0_var(--accent)]",
      )}
    >
      <IntentLink
        href={href}
        scroll={false}
        aria-current={isCurrent ? "page" : undefined}
        aria-keyshortcuts={id ? "Shift+ArrowLeft Shift+ArrowRight" : undefined}
        className={classNames(
          "flex items-center gap-1.5 whitespace-nowrap rounded-t-control px-2.5 transition-colors duration-quick focus-visible:-outline-offset-2",
          isCurrent ? "font-medium text-ink" : "text-ink-2 hover:text-ink",
        )}
      >
        {name}
        {isShared && <SharedMark />}
        {(count !== null || isLoading) && (
          <span className="min-w-[3.5ch] font-normal text-ink-3 text-small tabular-nums">
            {count !== null && countText(count)}
          </span>
        )}
        {isChanged && <span className="font-normal text-small text-warn">Changed</span>}
      </IntentLink>
      {props.menu}
    </li>
  );
}

function countText(count: number): string {
  return count > MAX_TAB_COUNT ? `${formatCount(MAX_TAB_COUNT)}+` : formatCount(count);
}

function SharedMark() {
  return (
    <span className="text-ink-3">
      <svg viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true" className="size-3">
        <circle cx="4.5" cy="4" r="1.9" />
        <path d="M1 10.2c0-2 1.5-3.3 3.5-3.3S8 8.2 8 10.2M8.3 2.3a1.9 1.9 0 0 1 0 3.4M9.3 7.2c1.1.5 1.7 1.6 1.7 3" />
      </svg>
      <span className="sr-only">shared</span>
    </span>
  );
}
