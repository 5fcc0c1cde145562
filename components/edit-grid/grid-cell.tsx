// biome-ignore-all lint/a11y/useSemanticElements: a table can't be rendered in part, as this grid is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import type { CellNote } from "./grid-column";

type GridCellProps = {
  id: string;
  row: number;
  column: number;
  leftPx: number;
  widthPx: number;
  text: string;
  defaultText: string;
  note: CellNote | null;
  isActive: boolean;
  isSelected: boolean;
  editor: ReactNode;
};

const EDGES = {
  problem: "inset-ring inset-ring-bad bg-bad-soft",
  warning: "inset-ring inset-ring-warn bg-warn-soft",
} as const;

export function GridCell(props: GridCellProps) {
  const { id, row, column, leftPx, widthPx, text, defaultText, note, isActive, isSelected, editor } = props;
  const noteId = `${id}-note`;
  return (
    <div
      role="gridcell"
      id={id}
      data-row={row}
      data-column={column}
      aria-colindex={column + 2}
      aria-selected={isSelected}
      aria-invalid={note?.is === "problem" || undefined}
      aria-describedby={note ? noteId : undefined}
      className={classNames(
        "absolute inset-y-0 flex items-center gap-1 border-line border-r px-2",
        isSelected ? "bg-accent-soft" : note && EDGES[note.is],
        isSelected &&
          note &&
          (note.is === "problem" ? "inset-ring inset-ring-bad" : "inset-ring inset-ring-warn"),
        isActive && "z-[1] group-focus/grid:outline-2 group-focus/grid:outline-accent -outline-offset-2",
      )}
      style={{ left: leftPx, width: widthPx }}
    >
      <span className="min-w-0 flex-1 truncate">
        {text === "" && defaultText !== "" ? (
          <span className="text-ink-2 italic">
            <span className="sr-only">Default: </span>
            {defaultText}
          </span>
        ) : (
          text
        )}
      </span>
      {note && (
        <>
          <ShapeMark
            shape={note.is === "problem" ? "alert" : "diamond"}
            className={classNames("size-3 shrink-0", note.is === "problem" ? "text-bad" : "text-warn")}
          />
          <span id={noteId} hidden>
            {note.text}
          </span>
        </>
      )}
      {editor}
    </div>
  );
}
