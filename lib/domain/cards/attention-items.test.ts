import { describe, expect, it } from "vitest";
import { attentionOrder, canHandleAttention } from "./attention-items";

describe("attention items", () => {
  it("are ordered by what the role can resolve first", () => {
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

  it("are hidden from roles that can neither resolve nor dismiss them", () => {
    expect(["admin", "manager", "support"].every((role) => canHandleAttention(role as "admin"))).toBe(true);
    expect(canHandleAttention("finance")).toBe(false);
    expect(canHandleAttention("auditor")).toBe(false);
  });
});
