import { expect, test } from "vitest";
import type { CallFailure, IssuerFailure } from "./failure";
import { toAppError } from "./to-app-error";

const DETAILS = { status: 400, message: "It went wrong.", cause: "ECONNRESET", retry: "never" } as const;

function failure(callFailure: CallFailure): IssuerFailure {
  const facts = { requestId: "request-1", attempts: 1, mayHaveArrived: true, durationMs: 12 };
  return { ...callFailure, call: "freezeCard", ...facts };
}

const rejected = { ...DETAILS, kind: "refused", code: 400, issuerMessage: "reason: is odd" } as const;
const unavailable = { ...DETAILS, kind: "unavailable", breakerOpen: false, retry: "safe" } as const;

test.each<[CallFailure, string, string]>([
  [{ ...rejected, fields: null }, "refused", "It went wrong."],
  [{ ...DETAILS, kind: "fraud-block", code: 59 }, "refused", "It went wrong."],
  [{ ...DETAILS, kind: "not-found" }, "not-found", "It went wrong."],
  [
    { ...DETAILS, kind: "unauthorized" },
    "issuer-misconfigured",
    "It went wrong. Ask an admin to update the key.",
  ],
  [{ ...DETAILS, kind: "broken-contract" }, "issuer-broken", "It went wrong."],
  [
    { ...DETAILS, kind: "broken-contract", retry: "safe" },
    "issuer-broken",
    "It went wrong. It’s safe to try again.",
  ],
  [{ ...unavailable, retryAfterMs: null }, "issuer-unavailable", "It went wrong. It’s safe to try again."],
  [{ ...unavailable, retryAfterMs: 4100 }, "issuer-unavailable", "It went wrong. Try again in 5 seconds."],
  [
    { ...DETAILS, kind: "rate-limited", retryAfterMs: 1000, retry: "safe" },
    "throttled",
    "It went wrong. Try again in 1 second.",
  ],
  [
    { ...DETAILS, kind: "rate-limited", retryAfterMs: 600_000, retry: "safe" },
    "throttled",
    "It went wrong. Try again in 10 minutes.",
  ],
  [
    { ...DETAILS, kind: "unknown-outcome", retry: "unsafe" },
    "unknown-outcome",
    "It went wrong. Don’t send it again until the outcome is known. It could take effect twice.",
  ],
])("%o", (callFailure, code, message) => {
  expect(toAppError(failure(callFailure))).toEqual({
    code,
    message,
    requestId: "request-1",
    retry: callFailure.retry,
  });
});

test("the fields of a rejection are passed on to the form", () => {
  expect(toAppError(failure({ ...rejected, fields: { reason: "is odd" } })).fields).toEqual({
    reason: "is odd",
  });
});
