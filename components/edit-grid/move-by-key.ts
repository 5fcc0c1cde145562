import { clampPosition, type GridSize, type Position } from "./position";

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean };
type Move = (position: Position, size: GridSize & { pageRows: number }) => Position;

const END = Number.MAX_SAFE_INTEGER;

const MOVES: Record<string, Move> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }) => ({ row, column: END }),
};

/** With Ctrl, or ⌘ on a Mac. */
const FAR_MOVES: Record<string, Move> = {
  ArrowUp: ({ column }) => ({ row: 0, column }),
  ArrowDown: ({ column }) => ({ row: END, column }),
  ArrowLeft: ({ row }) => ({ row, column: 0 }),
  ArrowRight: ({ row }) => ({ row, column: END }),
  Home: () => ({ row: 0, column: 0 }),
  End: () => ({ row: END, column: END }),
};

/** Null if the key doesn't move. */
export function moveByKey(
  position: Position,
  { key, ctrlKey, metaKey }: KeyPress,
  size: GridSize & { pageRows: number },
): Position | null {
  const moves = ctrlKey || metaKey ? FAR_MOVES : MOVES;
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return move ? clampPosition(move(position, size), size) : null;
}
