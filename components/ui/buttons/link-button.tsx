import type { ComponentProps, ReactNode } from "react";
import { Kbd } from "@/components/ui/values/kbd";
import { ariaKeys } from "@/lib/client/shortcut-keys";
import { type ButtonSize, type ButtonTone, buttonStyle } from "./button-style";
import { IntentLink } from "./intent-link";

type LinkButtonProps = Omit<ComponentProps<typeof IntentLink>, "className"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  shortcut?: string | undefined;
  className?: string | undefined;
};

/** A link styled as a button. */
export function LinkButton({
  tone = "plain",
  size = "normal",
  icon,
  shortcut,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <IntentLink
      {...rest}
      aria-keyshortcuts={ariaKeys(shortcut)}
      className={buttonStyle({ tone, size, className })}
    >
      {icon}
      {children}
      {shortcut && <Kbd keys={shortcut} plain className="-mr-1 touch:hidden" />}
    </IntentLink>
  );
}
