// biome-ignore-all lint/a11y/useSemanticElements: a table can't be rendered in part, as this grid is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
"use client";

import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "@/components/ui/class-names";
import { isCharacter } from "@/lib/client/shortcut-keys";
import { type AfterEdit, CellEditor } from "./cell-editor";
import { readClipboard, writeClipboard } from "./clipboard-cells";
import { completeChoice } from "./complete-choice";
import { GridCell } from "./grid-cell";
import type { CellChange, GridContent } from "./grid-column";
import { moveByKey } from "./move-by-key";
import { pasteText } from "./paste-text";
import { planPaste } from "./plan-paste";
import {
  clampPosition,
  clampSelection,
  isInRange,
  type Position,
  rangeOf,
  type Selection,
  selectCell,
} from "./position";
import { ruleToShow } from "./rule-to-show";

type EditGridProps = GridContent & {
  label: string;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onChange: (changes: CellChange[]) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** How many rows there can be if a paste may add some; changes then go beyond the last row. */
  maxRowCount?: number | undefined;
  /** To move the focus to the grid. */
  gridRef: RefObject<HTMLDivElement | null>;
};

const ROW_PX = 32;
const ROW_NUMBER_PX = 64;
const COLUMN_PX = 168;
const OVERSCAN = { rows: 8, columns: 2 };
const INITIAL_RECT = { width: 1_100, height: 448 };

/**
 * Cells to edit like a spreadsheet's. Only those in view are rendered. The grid itself has the focus and names its
 * active cell, because a cell that is scrolled away doesn't exist.
 */
export function EditGrid(props: EditGridProps) {
  const { label, columns, rowCount, cellOf, onSelect, onChange, onUndo, onRedo, gridRef } = props;
  const id = useId();
  const [initialText, setInitialText] = useState<string | null>(null);
  /** Kept outside of the input, because a click may remove it before it loses the focus. */
  const draft = useRef<(Position & { value: string }) | null>(null);
  const [message, setMessage] = useState("");
  const pointer = useRef({ type: "mouse", isDragging: false });
  const size = { rowCount, columnCount: columns.length };
  const selection = clampSelection(props.selection, size);
  const { active } = selection;
  const range = rangeOf(selection);
  const keyAt = (column: number) => columns[column]?.key ?? "";
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;

  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => gridRef.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN.rows,
    initialRect: INITIAL_RECT,
    rangeExtractor: (visible) => withActive(visible, active.row),
  });
  const cells = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => gridRef.current,
    estimateSize: (index) => columns[index]?.widthPx ?? COLUMN_PX,
    overscan: OVERSCAN.columns,
    initialRect: INITIAL_RECT,
    getItemKey: keyAt,
    rangeExtractor: (visible) => withActive(visible, active.column),
  });
  const widthPx = ROW_NUMBER_PX + cells.getTotalSize();

  // Not the virtualizer's own scrolling, which doesn't know of the sticky header and row numbers.
  useLayoutEffect(() => {
    const grid = gridRef.current;
    const column = cells.measurementsCache[active.column];
    if (!grid || !column) return;
    const topPx = active.row * ROW_PX;
    const viewHeightPx = grid.clientHeight - ROW_PX;
    if (topPx < grid.scrollTop) grid.scrollTop = topPx;
    else if (topPx + ROW_PX > grid.scrollTop + viewHeightPx) grid.scrollTop = topPx + ROW_PX - viewHeightPx;
    const viewWidthPx = grid.clientWidth - ROW_NUMBER_PX;
    if (column.start < grid.scrollLeft) grid.scrollLeft = column.start;
    else if (column.end > grid.scrollLeft + viewWidthPx)
      grid.scrollLeft = Math.min(column.start, column.end - viewWidthPx);
  }, [active.row, active.column, cells, gridRef]);

  function edit({ row, column }: Position, text: string) {
    if (rowCount === 0) return;
    draft.current = { row, column, value: text };
    setMessage("");
    setInitialText(text);
    onSelect(selectCell({ row, column }));
  }

  function editCell(position: Position) {
    edit(position, cellOf(position.row, keyAt(position.column)));
  }

  function endEdit(isKept: boolean) {
    const ended = draft.current;
    draft.current = null;
    setInitialText(null);
    if (!ended || !isKept) return;
    const key = keyAt(ended.column);
    const value = completeChoice(ended.value, columns[ended.column]?.choices);
    if (value !== cellOf(ended.row, key)) onChange([{ row: ended.row, key, value }]);
  }

  function moveAfterEdit({ rows: down, columns: right }: AfterEdit) {
    const next = { row: active.row + down, column: active.column + right };
    onSelect(selectCell(clampPosition(next, size)));
    gridRef.current?.focus({ preventScroll: true });
  }

  function setRange(value: (row: number, column: number) => string) {
    const changes: CellChange[] = [];
    for (let row = range.top; row <= range.bottom; row += 1)
      for (let column = range.left; column <= range.right; column += 1)
        changes.push({ row, key: keyAt(column), value: value(row, column) });
    onChange(changes);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (!runKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether the key means something here. Tab doesn't, so it leaves the grid. */
  function runKey(event: KeyboardEvent): boolean {
    const pageRows = Math.max(1, Math.floor((gridRef.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const moved = event.altKey ? null : moveByKey(active, event, { ...size, pageRows });
    if (moved) onSelect(event.shiftKey ? { ...selection, active: moved } : selectCell(moved));
    else if (event.key === "F2" || event.key === "Enter") editCell(active);
    else if (event.key === "Delete" || event.key === "Backspace") setRange(() => "");
    else if (event.key === "Escape") onSelect(selectCell(active));
    else if (isCharacter(event)) edit(active, event.key);
    else if ((event.ctrlKey || event.metaKey) && !event.altKey) return runCommand(event);
    else return false;
    return true;
  }

  function runCommand({ key, shiftKey }: KeyboardEvent): boolean {
    const name = key.toLowerCase();
    if (name === "z" && !shiftKey) onUndo();
    else if (name === "y" || name === "z") onRedo();
    else if (name === "a")
      onSelect({ anchor: { row: rowCount - 1, column: columns.length - 1 }, active: { row: 0, column: 0 } });
    else return false;
    return true;
  }

  function copy(event: ClipboardEvent<HTMLDivElement>) {
    if (event.target !== event.currentTarget || rowCount === 0) return;
    event.preventDefault();
    const copied: string[][] = [];
    for (let row = range.top; row <= range.bottom; row += 1)
      copied.push(columns.slice(range.left, range.right + 1).map(({ key }) => cellOf(row, key)));
    event.clipboardData.setData("text/plain", writeClipboard(copied));
    if (event.type === "cut") setRange(() => "");
  }

  function paste(event: ClipboardEvent<HTMLDivElement>) {
    // The page reads what is pasted outside of a field as a new file.
    event.stopPropagation();
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    const cells = readClipboard(event.clipboardData.getData("text/plain"));
    const planned = planPaste(cells, range, { ...size, rowCount: props.maxRowCount ?? rowCount });
    if (planned.changes.length === 0) return;
    onChange(planned.changes.map(({ row, column, value }) => ({ row, key: keyAt(column), value })));
    const { lastRow: row, lastColumn: column } = planned;
    onSelect({ anchor: { row, column }, active: { row: range.top, column: range.left } });
    setMessage(pasteText(planned));
  }

  function handlePointerDown(event: PointerEvent<HTMLDivElement>) {
    const position = positionOf(event.target);
    pointer.current = { type: event.pointerType, isDragging: position !== null };
    if (!position || event.button !== 0 || event.pointerType !== "mouse") return;
    endEdit(true);
    onSelect(event.shiftKey ? { ...selection, active: position } : selectCell(position));
  }

  function handlePointerMove(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1 || event.pointerType !== "mouse") pointer.current.isDragging = false;
    const position = pointer.current.isDragging ? positionOf(event.target) : null;
    if (!position || (position.row === active.row && position.column === active.column)) return;
    onSelect({ ...selection, active: position });
  }

  /** A finger scrolls before it chooses; its second tap edits the cell. */
  function handleTap(event: MouseEvent<HTMLDivElement>) {
    const position = pointer.current.type === "mouse" ? null : positionOf(event.target);
    if (!position) return;
    const isAgain = position.row === active.row && position.column === active.column;
    endEdit(true);
    if (isAgain) editCell(position);
    else onSelect(selectCell(position));
  }

  const activeName = rowCount > 0 ? props.rowNameOf?.(active.row) : undefined;
  const note = rowCount > 0 ? props.noteOf(active.row, keyAt(active.column)) : null;
  const rule =
    rowCount > 0
      ? ruleToShow(columns[active.column]?.rule ?? "", note, cellOf(active.row, keyAt(active.column)))
      : null;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        ref={gridRef}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={rowCount > 0 ? cellId(active.row, active.column) : undefined}
        onKeyDown={handleKeyDown}
        onCopy={copy}
        onCut={copy}
        onPaste={paste}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onClick={handleTap}
        onDoubleClick={(event) => {
          const position = pointer.current.type === "mouse" ? positionOf(event.target) : null;
          if (position) editCell(position);
        }}
        className="group/grid relative max-h-[28rem] select-none overflow-auto overscroll-contain rounded-control border border-line-strong bg-surface focus-visible:outline-offset-0"
      >
        <div role="rowgroup" className="sticky top-0 z-20" style={{ width: widthPx, height: ROW_PX }}>
          <div role="row" aria-rowindex={1} className="relative h-full border-line-strong border-b bg-sunken">
            <div
              role="columnheader"
              aria-colindex={1}
              className="sticky left-0 z-10 flex h-full items-center border-line-strong border-r bg-sunken px-2 text-small text-ink-2"
              style={{ width: ROW_NUMBER_PX }}
            >
              Row
            </div>
            {cells.getVirtualItems().map(({ index, start, size: columnPx, key }) => (
              <div
                key={key}
                role="columnheader"
                aria-colindex={index + 2}
                className="absolute inset-y-0 flex items-center border-line border-r px-2 text-small font-medium text-ink-2"
                style={{ left: ROW_NUMBER_PX + start, width: columnPx }}
              >
                <span className="truncate">{columns[index]?.label}</span>
                {columns[index]?.isRequired && <span className="sr-only"> (required)</span>}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ width: widthPx, height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index: row, start }) => (
            <div
              key={row}
              role="row"
              aria-rowindex={row + 2}
              className="absolute inset-x-0 top-0 border-line border-b"
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
            >
              <div
                role="rowheader"
                aria-colindex={1}
                className={classNames(
                  "sticky left-0 z-10 flex h-full items-center border-line-strong border-r px-2 text-small",
                  row >= range.top && row <= range.bottom
                    ? "bg-accent-soft text-ink"
                    : "bg-sunken text-ink-2",
                )}
                style={{ width: ROW_NUMBER_PX }}
              >
                {props.rowNumberOf(row)}
              </div>
              {cells.getVirtualItems().map(({ index: column, start: leftPx, size: columnPx, key }) => {
                const isActive = row === active.row && column === active.column;
                const gridColumn = columns[column];
                return (
                  <GridCell
                    key={key}
                    id={cellId(row, column)}
                    row={row}
                    column={column}
                    leftPx={ROW_NUMBER_PX + leftPx}
                    widthPx={columnPx}
                    text={cellOf(row, keyAt(column))}
                    defaultText={props.defaultOf?.(row, keyAt(column)) ?? ""}
                    note={props.noteOf(row, keyAt(column))}
                    isActive={isActive}
                    isSelected={isInRange(range, { row, column })}
                    editor={
                      isActive &&
                      gridColumn &&
                      initialText !== null && (
                        <CellEditor
                          column={gridColumn}
                          label={`${gridColumn.label}, row ${props.rowNumberOf(row)}`}
                          initial={initialText}
                          onInput={(value) => {
                            if (draft.current) draft.current.value = value;
                          }}
                          onCommit={(then) => {
                            endEdit(true);
                            moveAfterEdit(then);
                          }}
                          onCancel={() => {
                            endEdit(false);
                            moveAfterEdit({ rows: 0, columns: 0 });
                          }}
                          onLeave={() => endEdit(true)}
                        />
                      )
                    }
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
      {rowCount > 0 && (
        <p className="min-h-10 text-pretty text-small">
          <span className="font-medium">
            Row {props.rowNumberOf(active.row)}, {columns[active.column]?.label}
            {activeName && ` of ${activeName}`}:
          </span>{" "}
          {note && <span className={note.is === "problem" ? "text-bad" : "text-warn"}>{note.text} </span>}
          {rule && <span className="text-ink-2">{rule}</span>}
        </p>
      )}
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {message}
      </p>
    </div>
  );
}

/** An active cell outside of the view must exist, for screen readers and while it is edited. */
function withActive(visible: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(visible);
  if (index >= visible.count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((left, right) => left - right);
}

function positionOf(target: EventTarget): Position | null {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-row]") : null;
  // The editor has its own pointer.
  if (!cell || (target instanceof HTMLElement && target.tagName === "INPUT")) return null;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}
