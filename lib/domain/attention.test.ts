import { describe, expect, it } from "vitest";
import { attentionOrder, canHandleAttention } from "./attention";

describe("what needs attention", () => {
  it("begins with what the role can resolve", () => {
    expect(attentionOrder("manager")).toEqual([
      "unknown",
      "follow-up",
      "changed",
      "blocked",
      "frozen",
      "frozen-before",
    ]);
    expect(attentionOrder("support")).toEqual([
      "changed",
      "frozen",
      "frozen-before",
      "unknown",
      "follow-up",
      "blocked",
    ]);
  });

  it("is not for those who can neither resolve nor dismiss it", () => {
    expect(["admin", "manager", "support"].every((role) => canHandleAttention(role as "admin"))).toBe(true);
    expect(canHandleAttention("finance")).toBe(false);
    expect(canHandleAttention("auditor")).toBe(false);
  });
});
