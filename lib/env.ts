import "server-only";

/** Where the sandbox issuer answers a browser; null in live mode, where there is none. */
export function sandboxUrl(): string | null {
  if (process.env.CARD_API_URL) return null;
  return `http://localhost:${process.env.SANDBOX_PORT || "4010"}`;
}
