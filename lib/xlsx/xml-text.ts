/**
 * What XML reserves, what it can't contain or wouldn't keep (a carriage return), and text that would be read as the
 * escape of such a character.
 */
const UNSAFE = /[&<>"\p{Cc}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const KEPT = /[\t\n\u007f-\u009f]/;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** With the `_x000D_` escapes of spreadsheets. An unpaired surrogate becomes U+FFFD when it is encoded. */
export function escapeText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    if (KEPT.test(character)) return character;
    return ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
  });
}
