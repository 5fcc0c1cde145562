/** `isFinal`: a new link would fail too. */
export class LinkError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}
