const MIN_DISTINCT_CHARACTERS = 8;
/** A pattern of this length or more may come twice: two halves of a key are still a key. */
const MIN_REPEATED_LENGTH = 16;
const PLACEHOLDER =
  /change.?me|change.?this|replace.?(me|this|with)|placeholder|your.?(own.?)?(secret|token|key)/i;

/**
 * Why a text cannot be a secret, to follow "it"; null when it can. Nothing proves that a text is random: this finds
 * what people type to get past a question.
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
  // A text is a repeated pattern exactly where it stands in its own doubling before the second half.
  const unit = (text + text).indexOf(text, 1);
  return unit < text.length && unit < MIN_REPEATED_LENGTH;
}

/** Most characters follow the one before them, as in the alphabet, forward or backward. */
function isSequence(text: string): boolean {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at),
  );
  return steps.filter((step) => Math.abs(step) === 1).length > steps.length / 2;
}
