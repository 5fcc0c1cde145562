import { describe, expect, it } from "vitest";
import { ApprovalSettings, DEFAULT_APPROVAL_SETTINGS, decidingRoles, isPassable } from "./policies";

describe("the policy of sign-offs", () => {
  it("is off in settings that were saved before it existed", () => {
    const { "sign-off": _, ...earlier } = DEFAULT_APPROVAL_SETTINGS.policies;
    expect(ApprovalSettings.parse({ expiresAfterHours: 24, policies: earlier })).toEqual(
      DEFAULT_APPROVAL_SETTINGS,
    );
  });

  it("is decided by those who may sign off", () => {
    expect(decidingRoles("sign-off")).toEqual(["admin", "finance"]);
    expect(decidingRoles("block")).toEqual(["admin", "manager"]);
    const policies = { ...DEFAULT_APPROVAL_SETTINGS.policies };
    policies["sign-off"] = { ...policies["sign-off"], approverRoles: ["manager"] };
    expect(ApprovalSettings.safeParse({ expiresAfterHours: 24, policies }).success).toBe(false);
  });

  it("needs two people who may", () => {
    const policy = { ...DEFAULT_APPROVAL_SETTINGS.policies["sign-off"], isOn: true };
    const finance = { id: "1", role: "finance" } as const;
    expect(isPassable("sign-off", policy, [finance, { id: "2", role: "manager" }])).toBe(false);
    expect(isPassable("sign-off", policy, [finance, { id: "2", role: "finance" }])).toBe(true);
  });
});
