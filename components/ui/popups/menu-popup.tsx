"use client";

import { Menu } from "@base-ui/react/menu";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import { Kbd } from "@/components/ui/values/kbd";
import type { MenuItem } from "./menu-item";
import { POPUP_STYLE, POSITIONER_STYLE } from "./popup-style";
import type { PopupState } from "./use-popup";

export type MenuPopupProps = PopupState & {
  items: readonly MenuItem[];
  label?: string | undefined;
  align: "start" | "center" | "end";
};

const ITEM_CLASSES =
  "relative flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-[5px] px-2 py-1 outline-none data-highlighted:bg-hover touch:min-h-11";

export default function MenuPopup({
  open,
  isOpenedByKeyboard,
  onOpenChange,
  anchor,
  items,
  label,
  align,
}: MenuPopupProps) {
  const list = useRef<HTMLDivElement>(null);

  // Base UI doesn't know that a key opened the menu, because the button isn't its own.
  useEffect(() => {
    if (!open || !isOpenedByKeyboard) return;
    const frame = requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open, isOpenedByKeyboard]);

  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={POSITIONER_STYLE}
        >
          <Menu.Popup
            ref={list}
            finalFocus={false}
            aria-label={label}
            className={classNames(
              POPUP_STYLE,
              "max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto overscroll-contain p-1",
            )}
          >
            {items.map((item) => (
              <MenuEntry key={"id" in item ? item.id : item.label} item={item} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function MenuEntry({ item }: { item: MenuItem }): ReactNode {
  switch (item.kind) {
    case "separator":
      return <Menu.Separator className="mx-2 my-1 h-px bg-line" />;
    case "heading":
      return <div className="px-2 pt-1.5 pb-0.5 text-caption font-medium text-ink-3">{item.label}</div>;
    case "note":
      return <div className="px-2 py-1.5">{item.content}</div>;
    case "link":
      return (
        <Menu.LinkItem closeOnClick render={<Link href={item.href} />} className={ITEM_CLASSES}>
          <ItemContent item={item} />
        </Menu.LinkItem>
      );
    case "check":
      return (
        <Menu.CheckboxItem
          checked={item.isOn}
          onCheckedChange={item.onChange}
          onFocus={item.onIntent}
          className={ITEM_CLASSES}
        >
          <CheckMark isOn={item.isOn} />
          {item.label}
        </Menu.CheckboxItem>
      );
    case "choice":
      return (
        <Menu.RadioGroup value={item.value} onValueChange={item.onChange} aria-label={item.label}>
          <div className="px-2 pt-1.5 pb-0.5 text-caption font-medium text-ink-3">{item.label}</div>
          {item.options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              closeOnClick
              onFocus={() => item.onIntent?.(option.value)}
              className={ITEM_CLASSES}
            >
              <CheckMark isOn={option.value === item.value} />
              <span className="flex-1">{option.label}</span>
              {option.detail && <span className="text-small text-ink-3">{option.detail}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      );
    default:
      return (
        <Menu.Item
          onClick={item.onSelect}
          disabled={item.unavailable !== undefined}
          className={classNames(
            ITEM_CLASSES,
            item.unavailable !== undefined
              ? "text-ink-3"
              : item.tone === "danger" && "text-bad data-highlighted:bg-bad-soft",
          )}
        >
          <ItemContent item={item} />
        </Menu.Item>
      );
  }
}

function ItemContent({ item }: { item: Extract<MenuItem, { label: string; icon?: ReactNode }> }) {
  const { label, icon, shortcut, unavailable } = item as {
    label: string;
    icon?: ReactNode;
    shortcut?: string;
    unavailable?: string;
  };
  return (
    <>
      {icon != null && <span className="text-ink-3 *:size-4">{icon}</span>}
      <span className="flex-1">
        {label}
        {unavailable && <span className="block text-small text-ink-3">{unavailable}</span>}
      </span>
      {shortcut && <Kbd keys={shortcut} className="ml-4 touch:hidden" />}
    </>
  );
}

function CheckMark({ isOn }: { isOn: boolean }) {
  return (
    <span className="grid size-4 place-items-center text-accent">
      {isOn && <ShapeMark shape="check" className="size-3.5" />}
    </span>
  );
}
