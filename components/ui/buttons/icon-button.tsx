"use client";

import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/messages/spinner";
import type { ButtonProps } from "./button";
import { buttonStyle } from "./button-style";

type IconButtonProps = Omit<ButtonProps, "icon" | "children" | "shortcut"> & {
  /** The accessible name and the tooltip. */
  label: string;
  children: ReactNode;
};

export function IconButton({
  label,
  tone = "ghost",
  size = "normal",
  busy = false,
  unavailable,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: IconButtonProps) {
  const isInactive = busy || unavailable !== undefined;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={isInactive || undefined}
      aria-busy={busy || undefined}
      aria-description={unavailable}
      data-tip={unavailable ?? label}
      onClick={isInactive ? (event) => event.preventDefault() : onClick}
      className={buttonStyle({
        tone,
        size,
        square: true,
        isInactive: unavailable !== undefined || rest.disabled === true,
        className,
      })}
    >
      {busy ? <Spinner /> : children}
    </button>
  );
}
