/** Keys pressed in the search box before the palette's code has loaded. */
export type BufferedKeys = {
  text: string;
  /** How far down the arrow keys moved. */
  steps: number;
  isEntered: boolean;
};

export const NO_BUFFERED_KEYS: BufferedKeys = { text: "", steps: 0, isEntered: false };

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Drops the keys pressed for another text, which has other results. */
export function bufferKey(buffered: BufferedKeys, key: string, text: string): BufferedKeys {
  const current = buffered.text === text ? buffered : { ...NO_BUFFERED_KEYS, text };
  if (current.isEntered) return current;
  if (key === "Enter") return { ...current, isEntered: true };
  return { ...current, steps: Math.max(0, current.steps + (STEPS[key] ?? 0)) };
}
