import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** One line about the page's content. */
  lead?: ReactNode;
  actions?: ReactNode;
  breadcrumb?: ReactNode;
};

export function PageHeader({ title, lead, actions, breadcrumb }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {breadcrumb}
        <h1 className="text-title font-semibold">{title}</h1>
        {lead != null && <div className="mt-0.5 text-pretty text-ink-2">{lead}</div>}
      </div>
      {actions != null && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
