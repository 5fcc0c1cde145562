"use client";

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "@/components/ui/messages/spinner";
import { Kbd } from "@/components/ui/values/kbd";
import { ariaKeys } from "@/lib/client/shortcut-keys";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { type ButtonSize, type ButtonTone, buttonStyle } from "./button-style";

export type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  /** The button's action is running: it keeps the focus and ignores clicks. */
  busy?: boolean;
  /** Why the button is disabled. It stays focusable so that the reason can be read. */
  unavailable?: string | undefined;
  /** The key to show on the button. */
  shortcut?: string | undefined;
  className?: string | undefined;
};

export function Button({
  tone = "plain",
  size = "normal",
  icon,
  busy = false,
  unavailable,
  shortcut,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isInactive = busy || unavailable !== undefined;
  // Before hydration the browser would submit the form's fields, including passwords, in the URL.
  const isBeforeHydration = !useIsHydrated() && type === "submit";
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled || isBeforeHydration}
      aria-disabled={isInactive || undefined}
      aria-busy={busy || undefined}
      aria-keyshortcuts={ariaKeys(shortcut)}
      aria-description={unavailable}
      data-tip={unavailable}
      onClick={isInactive ? preventClick : onClick}
      className={buttonStyle({
        tone,
        size,
        isInactive: unavailable !== undefined || rest.disabled === true,
        className,
      })}
    >
      {busy ? <Spinner className="-ml-0.5" /> : icon}
      {children}
      {shortcut && <Kbd keys={shortcut} plain className="-mr-1 touch:hidden" />}
    </button>
  );
}

// Also prevents a second form submit.
function preventClick(event: MouseEvent) {
  event.preventDefault();
}
