import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** Words on hover and focus, for something that has none of its own. Buttons take `data-tip` themselves. */
export function Tooltip({
  text,
  className,
  children,
}: {
  text: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span data-tip={text} className={classNames("inline-flex items-center", className)}>
      {children}
      <span className="sr-only"> ({text})</span>
    </span>
  );
}
