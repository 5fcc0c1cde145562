"use client";

import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import type { GridColumn } from "./grid-column";

/** How to continue after an edit: in the same cell, or in the one in this direction. */
export type AfterEdit = { rows: number; columns: number };

type CellEditorProps = {
  column: GridColumn;
  label: string;
  /** The cell's text, or the character that started the edit. */
  initial: string;
  onInput: (value: string) => void;
  onCommit: (then: AfterEdit) => void;
  onCancel: () => void;
  /** The focus went elsewhere. */
  onLeave: () => void;
};

const STAY: AfterEdit = { rows: 0, columns: 0 };

export function CellEditor({
  column,
  label,
  initial,
  onInput,
  onCommit,
  onCancel,
  onLeave,
}: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(initial.length, initial.length);
  }, [initial]);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Only the page's own keys, such as F8, are for others.
    if (event.key !== "F8") event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const step = event.shiftKey ? -1 : 1;
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter") onCommit({ ...STAY, rows: step });
    else if (event.key === "Tab") onCommit({ ...STAY, columns: step });
    else if (event.key === "F2") onCommit(STAY);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        ref={input}
        aria-label={label}
        defaultValue={initial}
        list={column.choices ? listId : undefined}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={handleKeyDown}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={onLeave}
        className="absolute inset-0 z-10 size-full select-text bg-surface px-2 text-body text-ink outline-2 outline-accent -outline-offset-2 touch:text-[1rem]"
      />
      {column.choices && (
        <datalist id={listId}>
          {column.choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );
}
