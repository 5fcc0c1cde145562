import { describe, expect, it } from "vitest";
import {
  ClockMove,
  FAULT_CALLS,
  FAULT_KINDS,
  FaultChoice,
  faultRequest,
  formatClockOffset,
  Purchase,
} from "./sandbox";

describe("a fault", () => {
  it("matches one card if a card is set", () => {
    const choice = { kind: "dropped", times: 2, cardId: "card-1" } as const;
    expect(faultRequest({ ...choice, call: "read-card" })).toEqual({
      method: "GET",
      path: "/cards/card-1/",
      times: 2,
      fault: { type: "drop" },
    });
    expect(faultRequest({ ...choice, call: "reissue" })).toMatchObject({
      method: "PUT",
      path: "/cards/card-1/replace/",
    });
    expect(faultRequest({ ...choice, call: "designs" })).toMatchObject({ path: "/card-design/" });
  });

  it("matches every call of its kind otherwise", () => {
    expect(faultRequest({ call: "any", kind: "slow", times: 1 })).toEqual({
      times: 1,
      fault: { type: "commit-then-delay", ms: 4_000 },
    });
    expect(faultRequest({ call: "read-card", kind: "slow", times: 1, cardId: "" })).toMatchObject({
      path: "/cards/",
    });
  });

  it("must be a known kind and happen at least once", () => {
    for (const call of Object.keys(FAULT_CALLS)) {
      for (const kind of Object.keys(FAULT_KINDS)) {
        expect(FaultChoice.safeParse({ call, kind, times: 1 }).success).toBe(true);
      }
    }
    expect(FaultChoice.safeParse({ call: "any", kind: "slow", times: 0 }).success).toBe(false);
    expect(FaultChoice.safeParse({ call: "toString", kind: "slow", times: 1 }).success).toBe(false);
  });
});

describe("a sandbox request", () => {
  it("is rejected if it is invalid", () => {
    expect(Purchase.safeParse({ cardId: " ", amount: 1 }).success).toBe(false);
    expect(Purchase.safeParse({ cardId: "card-1", amount: 1 }).success).toBe(false);
    const cardId = "0F8FAD5B-D9CB-469F-A165-70867728950E";
    expect(Purchase.safeParse({ cardId, amount: 1 }).success).toBe(true);
    expect(Purchase.safeParse({ cardId, amount: Number.NaN }).success).toBe(false);
    expect(ClockMove.safeParse({ now: "tomorrow" }).success).toBe(false);
    expect(ClockMove.safeParse({ advanceSeconds: 3_600 }).success).toBe(true);
  });
});

describe("the clock's offset", () => {
  it.each([
    [0, "In sync with real time."],
    [-20, "In sync with real time."],
    [3_600, "1 hour ahead of real time."],
    [3_599, "1 hour ahead of real time."],
    [-120, "2 minutes behind real time."],
    [86_400, "1 day ahead of real time."],
    [90_061, "1 day 1 hour ahead of real time."],
    [31 * 86_400, "31 days ahead of real time."],
  ])("has suitable units for %i seconds", (seconds, words) => {
    expect(formatClockOffset(seconds)).toBe(words);
  });
});
