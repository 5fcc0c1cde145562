/** What was pressed in the box before the code that acts on it was here. */
export type EarlyKeys = {
  /** The text that the keys were pressed for. */
  text: string;
  /** How far down the arrows went, and whether Enter was pressed after that. */
  steps: number;
  isEntered: boolean;
};

export const NO_KEYS: EarlyKeys = { text: "", steps: 0, isEntered: false };

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Another text has other results: the keys that were pressed for the one before no longer count. */
export function pressEarly(early: EarlyKeys, key: string, text: string): EarlyKeys {
  const before = early.text === text ? early : { ...NO_KEYS, text };
  if (before.isEntered) return before;
  if (key === "Enter") return { ...before, isEntered: true };
  return { ...before, steps: Math.max(0, before.steps + (STEPS[key] ?? 0)) };
}
