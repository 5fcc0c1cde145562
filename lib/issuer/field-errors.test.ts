import { expect, test } from "vitest";
import { readFieldErrors } from "./field-errors";

test("each named field gets its own message", () => {
  expect(readFieldErrors("kyc.dob: must be in the past; meta.id: is required")).toEqual({
    "kyc.dob": "must be in the past",
    "meta.id": "is required",
  });
});

test("a semicolon or colon inside a message doesn't start a field", () => {
  const message =
    "preferredCardName: must not contain ; (semicolon) or : (colon); expiryDate: must be later: much";
  expect(readFieldErrors(message)).toEqual({
    preferredCardName: "must not contain ; (semicolon) or : (colon)",
    expiryDate: "must be later: much",
  });
});

test("two messages for one field are joined", () => {
  expect(readFieldErrors("reason: is short; reason: is odd")).toEqual({ reason: "is short; is odd" });
});

test.each([
  "The card is blocked for suspected fraud",
  "A blocked card cannot be reissued",
  "Error: something",
  "body: must be valid JSON",
  "query: must be an object",
  "reason: ",
  "see meta.id: is required",
  "",
])("%j names no field", (message) => {
  expect(readFieldErrors(message)).toBeNull();
});
