import { expect, it } from "vitest";
import { connectionText } from "./connection-text";

it.each([
  ["sandbox", true, "closed", "Connected to the sandbox issuer. No real cards are affected."],
  ["live", true, "half-open", "Connected to a live issuer. Actions here affect real cards."],
  ["sandbox", false, "closed", "Calls to the sandbox issuer fail. Cards can be read, but not changed."],
  ["live", true, "open", "Calls to the issuer fail. Cards can be read, but not changed."],
] as const)("the connection of a %s issuer, test passed: %s, breaker %s", (mode, ok, breaker, text) => {
  expect(connectionText({ mode, issuer: { probe: { ok }, state: { breaker } } })).toBe(text);
});
