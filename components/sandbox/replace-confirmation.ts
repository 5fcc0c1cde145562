const CONFIRM_WORD = "reset";

/** The same for everything that replaces the data of everyone who uses the sandbox. */
export const REPLACE_CONFIRMATION = {
  label: `Type ${CONFIRM_WORD} to confirm`,
  value: CONFIRM_WORD,
  findError: () => `Enter “${CONFIRM_WORD}” to confirm.`,
};

/** `clock` is when the data starts: "now". */
export function describeReplacement(clock: string): string {
  return `All sandbox cards and transactions are replaced for everyone who uses it. The clock is reset to ${clock} and faults and report disagreements are cleared. The audit log is kept.`;
}
