import type { ReactNode } from "react";

type TitleCellProps = {
  /** A small picture before it. */
  lead?: ReactNode;
  children: string;
  /** Beside it, quieter; the first to be cut where it is narrow. */
  detail?: string | null;
};

/** What a row is about, in its first cell. */
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
