import { type ReactNode, type RefObject, useId } from "react";
import { classNames } from "./class-names";

type PanelProps = {
  title?: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
  /** To move the focus to the title. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Removes the padding, for tables and lists. */
  isFlush?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A page section. */
export function Panel({ title, lead, action, titleRef, isFlush = false, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title == null ? undefined : titleId}
      className={classNames("rounded-panel border border-line bg-surface", className)}
    >
      {title != null && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-2">
          <div className="min-w-0 flex-[1_1_12rem]">
            <h2
              id={titleId}
              ref={titleRef}
              tabIndex={titleRef && -1}
              className={classNames("text-section font-semibold", titleRef && "outline-none")}
            >
              {title}
            </h2>
            {lead != null && <p className="text-small text-ink-2">{lead}</p>}
          </div>
          {action}
        </header>
      )}
      <div
        className={
          isFlush ? "overflow-clip rounded-b-panel" : classNames("px-4 pb-4", title == null && "pt-4")
        }
      >
        {children}
      </div>
    </section>
  );
}
