"use client";

import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { ariaKeys } from "@/lib/client/shortcut-keys";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { type ButtonSize, type ButtonTone, buttonStyle } from "./button-style";
import { Kbd } from "./kbd";
import { Spinner } from "./spinner";

export type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Something this button started is under way: it keeps its place and its focus, and does nothing more. */
  busy?: boolean;
  /** Why it cannot be used. The button stays reachable, so that the reason is too. */
  unavailable?: string | undefined;
  /** The key that does the same, shown on the button. */
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
  const off = busy || unavailable !== undefined;
  // Before the page's code is there, the browser would send the form's fields, passwords too, in the address.
  const isTooEarly = !useIsHydrated() && type === "submit";
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled || isTooEarly}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-keyshortcuts={ariaKeys(shortcut)}
      aria-description={unavailable}
      data-tip={unavailable}
      onClick={off ? refuse : onClick}
      className={buttonStyle({
        tone,
        size,
        off: unavailable !== undefined || rest.disabled === true,
        className,
      })}
    >
      {busy ? <Spinner className="-ml-0.5" /> : icon}
      {children}
      {shortcut && <Kbd keys={shortcut} plain className="-mr-1 touch:hidden" />}
    </button>
  );
}

// Also keeps a submit button from submitting its form a second time.
function refuse(event: MouseEvent) {
  event.preventDefault();
}
