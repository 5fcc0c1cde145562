import type { ReactNode } from "react";

type TitleCellProps = {
  lead?: ReactNode;
  children: string;
  /** Muted text beside the title, truncated first. */
  detail?: string | null;
};

export function TitleCell({ lead, children, detail }: TitleCellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {lead}
      <span className="min-w-0 truncate">
        <span className="font-medium">{children}</span>
        {detail != null && <span className="text-ink-2">{` ${detail}`}</span>}
      </span>
    </span>
  );
}
