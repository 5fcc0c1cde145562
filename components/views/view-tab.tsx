"use client";

import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { classNames } from "@/components/ui/class-names";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { usePopup } from "@/components/ui/popups/use-popup";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { formatCount } from "@/lib/domain/money/numbers";
import { ALL_NAME, ALL_VIEW } from "@/lib/domain/views/saved-view";
import { MAX_TAB_COUNT, type ViewBarState, type ViewCounts, type ViewTab } from "@/lib/domain/views/view-bar";
import type { ViewMenuContext, ViewMenuProps } from "./view-menu";

const viewMenu = loadOnIntent<ViewMenuProps>(() => import("./view-menu"));

type TabProps = {
  bar: ViewBarState;
  counts: ViewCounts | null;
  onChanged: ViewMenuContext["onChanged"];
};

/** The list itself: it opens without the default. */
export function AllTab({ bar, counts, onChanged }: TabProps) {
  const isCurrent = bar.currentId === null;
  const hasMenu = isCurrent && (!bar.isAllDefault || bar.tabs.some(({ isTeamDefault }) => isTeamDefault));
  return (
    <Tab
      href={bar.allHref}
      name={ALL_NAME}
      isCurrent={isCurrent}
      count={counts && (counts[ALL_VIEW] ?? null)}
      isLoading={counts === null}
      menu={hasMenu && <TabMenu name={ALL_NAME} bar={bar} saved={null} onChanged={onChanged} />}
    />
  );
}

type SavedTabProps = TabProps &
  Omit<NonNullable<ViewMenuContext["saved"]>, "tab"> & {
    tab: ViewTab;
    isDragged: boolean;
    dropSide: "left" | "right" | null;
  };

export function SavedTab({ bar, tab, counts, isDragged, dropSide, onChanged, ...saved }: SavedTabProps) {
  const { id, name, href, isShared, isDefault, isTeamDefault } = tab;
  const isCurrent = id === bar.currentId;
  return (
    <Tab
      id={id}
      href={href}
      name={name}
      isCurrent={isCurrent}
      isShared={isShared}
      isDefault={isDefault}
      isTeamDefault={isTeamDefault}
      isChanged={isCurrent && bar.isChanged}
      isDragged={isDragged}
      dropSide={dropSide}
      count={counts && (counts[id] ?? null)}
      isLoading={counts === null}
      menu={isCurrent && <TabMenu name={name} bar={bar} saved={{ tab, ...saved }} onChanged={onChanged} />}
    />
  );
}

function TabMenu({ name, ...context }: ViewMenuContext & { name: string }) {
  const label = `Options for ${name}`;
  const { popup, trigger, isMounted, boundary } = usePopup("menu", viewMenu.preload);
  return (
    <>
      <button
        {...trigger}
        type="button"
        aria-label={label}
        data-tip=""
        className="-ml-1.5 mr-1 grid size-6 shrink-0 place-items-center self-center rounded-control text-ink-3 transition-colors duration-quick hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-expanded:bg-hover touch:size-9"
      >
        <svg viewBox="0 0 10 10" fill="none" stroke="currentColor" aria-hidden="true" className="size-2.5">
          <path d="m2 3.5 3 3 3-3" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </button>
      {isMounted && (
        <PopupBoundary {...boundary}>
          <viewMenu.Component {...popup} {...context} label={label} />
        </PopupBoundary>
      )}
    </>
  );
}

type TabBodyProps = {
  id?: string;
  href: string;
  name: string;
  isCurrent: boolean;
  isShared?: boolean;
  isDefault?: boolean;
  isTeamDefault?: boolean;
  isChanged?: boolean;
  isDragged?: boolean;
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
    isDefault = false,
    isTeamDefault = false,
    isChanged = false,
    isDragged = false,
    dropSide,
    count,
    isLoading,
  } = props;
  return (
    <li
      data-view={id}
      data-current={isCurrent ? "" : undefined}
      data-dragged={isDragged ? "" : undefined}
      className={classNames(
        "flex h-9 shrink-0 border-b-2 touch:h-11",
        isCurrent ? "border-accent" : "border-transparent",
        isDragged && "opacity-50",
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
          "flex items-center gap-1.5 select-none whitespace-nowrap rounded-t-control px-2.5 [-webkit-touch-callout:none] transition-colors duration-quick focus-visible:-outline-offset-2",
          isCurrent ? "font-medium text-ink" : "text-ink-2 hover:text-ink",
        )}
      >
        <span title={name} className="max-w-[24ch] truncate">
          {name}
        </span>
        {isShared && <SharedMark />}
        {isDefault && <DefaultMark label="your default" />}
        {isTeamDefault && !isDefault && <DefaultMark label="the team’s default" />}
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

function DefaultMark({ label }: { label: string }) {
  return (
    <span title={label} className="text-ink-3">
      <svg viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true" className="size-3">
        <path d="M1 6 6 1.5 11 6M2.5 5v5.5h7V5" strokeLinejoin="round" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
