/** An error that the user can fix: only its message is printed, without a stack. */
export class UserError extends Error {}

/**
 * Prints only the message of a UserError, and the stack of any other error.
 * @param {unknown} error
 */
export function printError(error) {
  console.error(error instanceof UserError ? error.message : error);
}
