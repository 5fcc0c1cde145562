/** One key with its modifiers: `mod+k`, `shift+enter`, `c`. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
type Chord = { key: string; mod: boolean; shift: boolean; alt: boolean };

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

const LETTER = /^[a-z]$/;
const KEY_ALIASES: Record<string, string> = {
  escape: "escape",
  esc: "escape",
  space: " ",
  up: "arrowup",
  down: "arrowdown",
};

/** `g c` is a sequence of two chords. */
export function parseKeys(keys: string): Chord[] {
  return keys
    .trim()
    .split(/\s+/)
    .map((part) => {
      const names = part.toLowerCase().split("+");
      // "mod++" and "+" mean the plus key.
      const key = names.at(-1) || "+";
      return {
        key: KEY_ALIASES[key] ?? key,
        mod: names.includes("mod"),
        shift: names.includes("shift"),
        alt: names.includes("alt"),
      };
    });
}

export function matchesChord(chord: Chord, press: KeyPress): boolean {
  if (press.key.toLowerCase() !== chord.key) return false;
  if ((press.ctrlKey || press.metaKey) !== chord.mod) return false;
  // Depending on the keyboard layout "?" or "/" may need Shift or AltGr, so only the character counts.
  const isSymbol = chord.key.length === 1 && !LETTER.test(chord.key);
  if (isSymbol) return true;
  return press.shiftKey === chord.shift && press.altKey === chord.alt;
}

/** Whether the key types a character. Some keyboards report AltGr as Ctrl and Alt together. */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return [...key].length === 1 && !metaKey && ctrlKey === altKey;
}

/** For `aria-keyshortcuts`, which can't express sequences. */
export function ariaKeys(keys: string | undefined): string | undefined {
  if (!keys) return undefined;
  const [chord, ...rest] = parseKeys(keys);
  if (!chord || rest.length > 0) return undefined;
  const name = chord.key.length === 1 ? chord.key.toUpperCase() : chord.key;
  const combination = `${chord.alt ? "Alt+" : ""}${chord.shift ? "Shift+" : ""}${name}`;
  return chord.mod ? `Control+${combination} Meta+${combination}` : combination;
}
