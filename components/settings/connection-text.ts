type Connection = {
  mode: "sandbox" | "live";
  issuer: { probe: { ok: boolean }; state: { breaker: "closed" | "open" | "half-open" } };
};

/** Under the title of the page, which has just tested the connection. */
export function connectionText({ mode, issuer: { probe, state } }: Connection): string {
  const name = mode === "sandbox" ? "the sandbox issuer" : "the issuer";
  if (!probe.ok || state.breaker === "open")
    return `Calls to ${name} fail. Cards can be read, but not changed.`;
  return mode === "sandbox"
    ? "Connected to the sandbox issuer. No real cards are affected."
    : "Connected to a live issuer. Actions here affect real cards.";
}
