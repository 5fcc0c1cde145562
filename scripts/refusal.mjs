/** A reason not to go on that a person can act on: printed as its one sentence, without a stack. */
export class Refusal extends Error {}

/**
 * Ends the process for an error: a refusal by its sentence, a bug by its stack.
 * @param {unknown} error
 */
export function printError(error) {
  console.error(error instanceof Refusal ? error.message : error);
}
