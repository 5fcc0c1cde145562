import { expect, test } from "vitest";
import type { IssuerFailure, Trouble } from "./failure";
import { toAppError } from "./to-app-error";

const told = { status: 400, message: "It went wrong.", cause: "ECONNRESET", retry: "never" } as const;

function failure(trouble: Trouble): IssuerFailure {
  const facts = { requestId: "request-1", attempts: 1, mayHaveArrived: true, durationMs: 12 };
  return { ...trouble, call: "freezeCard", ...facts };
}

const refused = { ...told, kind: "refused", code: 400, issuerMessage: "reason: is odd" } as const;
const unavailable = { ...told, kind: "unavailable", breakerOpen: false, retry: "safe" } as const;

test.each<[Trouble, string, string]>([
  [{ ...refused, fields: null }, "refused", "It went wrong."],
  [{ ...told, kind: "fraud-block", code: 59 }, "refused", "It went wrong."],
  [{ ...told, kind: "not-found" }, "not-found", "It went wrong."],
  [
    { ...told, kind: "unauthorized" },
    "issuer-misconfigured",
    "It went wrong. An admin must correct the key first.",
  ],
  [{ ...told, kind: "broken-contract" }, "issuer-broken", "It went wrong."],
  [
    { ...told, kind: "broken-contract", retry: "safe" },
    "issuer-broken",
    "It went wrong. It’s safe to try again.",
  ],
  [{ ...unavailable, retryAfterMs: null }, "issuer-unavailable", "It went wrong. It’s safe to try again."],
  [{ ...unavailable, retryAfterMs: 4100 }, "issuer-unavailable", "It went wrong. Try again in 5 seconds."],
  [
    { ...told, kind: "rate-limited", retryAfterMs: 1000, retry: "safe" },
    "throttled",
    "It went wrong. Try again in 1 second.",
  ],
  [
    { ...told, kind: "rate-limited", retryAfterMs: 600_000, retry: "safe" },
    "throttled",
    "It went wrong. Try again in 10 minutes.",
  ],
  [
    { ...told, kind: "unknown-outcome", retry: "unsafe" },
    "unknown-outcome",
    "It went wrong. Don’t send it again until the outcome is known. It could take effect twice.",
  ],
])("%o", (trouble, code, message) => {
  expect(toAppError(failure(trouble))).toEqual({
    code,
    message,
    requestId: "request-1",
    retry: trouble.retry,
  });
});

test("the fields of a refusal reach the form", () => {
  expect(toAppError(failure({ ...refused, fields: { reason: "is odd" } })).fields).toEqual({
    reason: "is odd",
  });
});
