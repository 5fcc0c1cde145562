/** Why a link gave no file, in words; and whether a fresh link could. */
export class LinkError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}
