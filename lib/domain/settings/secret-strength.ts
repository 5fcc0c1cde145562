const MIN_DISTINCT_CHARACTERS = 8;
/** A longer pattern may repeat, because a key that is repeated is still a key. */
const MIN_REPEATED_LENGTH = 16;
const PLACEHOLDER =
  /change.?me|change.?this|replace.?(me|this|with)|placeholder|your.?(own.?)?(secret|token|key)/i;

/**
 * Completes "it …"; null if no weakness is found. This can't prove that a text is random; it only detects common
 * placeholders.
 */
export function findWeakness(secret: string): string | null {
  if (PLACEHOLDER.test(secret)) return "is a placeholder";
  if (new Set(secret).size < MIN_DISTINCT_CHARACTERS)
    return `has fewer than ${MIN_DISTINCT_CHARACTERS} different characters`;
  if (repeatsItself(secret)) return "is a repeated pattern";
  if (isSequence(secret)) return "is a sequence";
  return null;
}

function repeatsItself(text: string): boolean {
  // A text is a repeated pattern exactly if it occurs in its own doubling before the second half.
  const unit = (text + text).indexOf(text, 1);
  return unit < text.length && unit < MIN_REPEATED_LENGTH;
}

/** Most characters are neighbors of the one before them in the alphabet, forward or backward. */
function isSequence(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at),
  );
  return steps.filter((step) => Math.abs(step) === 1).length > steps.length / 2;
}
