import type { ReactNode } from "react";

type EmptyStateProps = {
  /** "No cards match these filters" */
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
};

/** Only for a successful read without results, never for a failed or pending one. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon != null && (
        <span className="mb-3 grid size-9 place-items-center rounded-full border border-line bg-sunken text-ink-3 *:size-4">
          {icon}
        </span>
      )}
      <p className="text-lead font-medium">{title}</p>
      {children != null && <div className="mt-1 max-w-[46ch] text-pretty text-ink-2">{children}</div>}
      {action != null && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
