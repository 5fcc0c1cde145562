/** One key with the modifiers that are held: `mod+k`, `shift+enter`, `c`. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
type Chord = { key: string; mod: boolean; shift: boolean; alt: boolean };

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

const LETTER = /^[a-z]$/;
const NAMED: Record<string, string> = {
  escape: "escape",
  esc: "escape",
  space: " ",
  up: "arrowup",
  down: "arrowdown",
};

/** `g c` is two presses, one after the other. */
export function parseKeys(keys: string): Chord[] {
  return keys
    .trim()
    .split(/\s+/)
    .map((part) => {
      const names = part.toLowerCase().split("+");
      // The plus key itself: "mod++" or "+".
      const key = names.at(-1) || "+";
      return {
        key: NAMED[key] ?? key,
        mod: names.includes("mod"),
        shift: names.includes("shift"),
        alt: names.includes("alt"),
      };
    });
}

export function matches(chord: Chord, press: KeyPress): boolean {
  if (press.key.toLowerCase() !== chord.key) return false;
  if ((press.ctrlKey || press.metaKey) !== chord.mod) return false;
  // Where "?" or "/" lie on a keyboard differs: they may need Shift or AltGr, so only the sign counts.
  const isSign = chord.key.length === 1 && !LETTER.test(chord.key);
  if (isSign) return true;
  return press.shiftKey === chord.shift && press.altKey === chord.alt;
}

/** A key that types a character. AltGr reports itself as Ctrl and Alt together on some keyboards. */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return [...key].length === 1 && !metaKey && ctrlKey === altKey;
}

/** For `aria-keyshortcuts`, which cannot say "one after the other". */
export function ariaKeys(keys: string | undefined): string | undefined {
  if (!keys) return undefined;
  const [chord, ...later] = parseKeys(keys);
  if (!chord || later.length > 0) return undefined;
  const name = chord.key.length === 1 ? chord.key.toUpperCase() : chord.key;
  const held = `${chord.alt ? "Alt+" : ""}${chord.shift ? "Shift+" : ""}${name}`;
  return chord.mod ? `Control+${held} Meta+${held}` : held;
}
