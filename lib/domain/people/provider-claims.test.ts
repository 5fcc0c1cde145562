import { describe, expect, it } from "vitest";
import { findRole, judgeClaims, verificationOf } from "./provider-claims";
import { describeRefusal, SIGN_IN_REFUSALS, toSignInRefusal } from "./sign-in-refusal";

const RULES = {
  roleClaim: "groups",
  roles: [
    { role: "admin", value: "card-admins" },
    { role: "support", value: "card-support" },
  ],
  domains: ["example.com"],
} as const;
const ADA = { email: "ada@example.com", name: "Ada Lovelace", groups: ["staff", "card-support"] };
const judge = (claims: object) => judgeClaims({ ...ADA, ...claims }, RULES);

describe("the claims of a person", () => {
  it("give the mapped role", () => {
    expect(judge({})).toEqual({
      is: "accepted",
      email: "ada@example.com",
      name: "Ada Lovelace",
      role: "support",
    });
  });

  it("give the first role in the settings if several match", () => {
    expect(judge({ groups: ["card-support", "card-admins"] })).toMatchObject({ role: "admin" });
  });

  it("may hold a single group as text", () => {
    expect(judge({ groups: "card-admins" })).toMatchObject({ role: "admin" });
  });

  it.each([
    [{ groups: undefined }, "no-role", "The claim groups is missing"],
    [{ groups: null }, "no-role", "The claim groups is missing"],
    [{ groups: [] }, "no-role", "No value of the claim groups is in OIDC_ROLES"],
    [{ groups: ["Card-Support"] }, "no-role", "No value of the claim groups is in OIDC_ROLES"],
    [{ groups: ["card-support-archive"] }, "no-role", "No value of the claim groups is in OIDC_ROLES"],
    [{ groups: { 0: "card-admins" } }, "no-role", "No value of the claim groups is in OIDC_ROLES"],
    [{ groups: "card-admins,card-support" }, "no-role", "No value of the claim groups is in OIDC_ROLES"],
    [
      { groups: undefined, _claim_names: { groups: "src1" } },
      "too-many-groups",
      expect.stringContaining("left out the claim groups"),
    ],
    [{ groups: undefined, hasgroups: true }, "too-many-groups", expect.any(String)],
    [{ groups: undefined, hasgroups: "true" }, "too-many-groups", expect.any(String)],
    [{ groups: undefined, _claim_names: { address: "src1" } }, "no-role", expect.any(String)],
    [{ email: undefined }, "no-email", expect.any(String)],
    [{ email: "ada" }, "no-email", expect.any(String)],
    [{ email: ["ada@example.com"] }, "no-email", expect.any(String)],
    [{ email: "4111111111111111@example.com" }, "no-email", expect.any(String)],
    [{ email_verified: false }, "unverified-email", expect.any(String)],
    [{ email_verified: "false" }, "unverified-email", expect.any(String)],
    [{ email_verified: 0 }, "unverified-email", expect.any(String)],
    [{ email: "ada@example.org" }, "wrong-domain", expect.any(String)],
    [{ email: "ada@sub.example.com" }, "wrong-domain", expect.any(String)],
    [{ email: "ada@notexample.com" }, "wrong-domain", expect.any(String)],
  ])("%j are refused: %s", (claims, reason, detail) => {
    expect(judge(claims)).toEqual({ is: "refused", reason, detail });
  });

  it("may come from any domain without OIDC_DOMAINS, and its case doesn't matter", () => {
    expect(judgeClaims({ ...ADA, email: "a@b.test" }, { ...RULES, domains: [] })).toMatchObject({
      is: "accepted",
    });
    expect(judge({ email: "Ada@EXAMPLE.com" })).toMatchObject({ is: "accepted" });
  });

  it("have a readable name, whatever the provider sends", () => {
    expect(judge({ name: undefined, given_name: "Ada", family_name: "L." })).toMatchObject({
      name: "Ada L.",
    });
    expect(judge({ name: "\0 ", preferred_username: "ada" })).toMatchObject({ name: "ada" });
    expect(judge({ name: 7 })).toMatchObject({ name: "ada@example.com" });
    expect(judge({ name: "x".repeat(500) })).toMatchObject({ name: "x".repeat(80) });
    expect(judge({ name: "4111 1111 1111 1111" })).not.toMatchObject({ name: "4111 1111 1111 1111" });
  });
});

describe("the role claim", () => {
  it("may be nested, or have a URL as its name", () => {
    const { roles } = RULES;
    const nested = { realm_access: { roles: ["card-admins"] } };
    expect(findRole(nested, { roleClaim: "realm_access.roles", roles })).toEqual({
      is: "mapped",
      role: "admin",
    });
    const named = { "https://example.com/roles": ["card-support"] };
    expect(findRole(named, { roleClaim: "https://example.com/roles", roles })).toEqual({
      is: "mapped",
      role: "support",
    });
    expect(findRole({}, { roleClaim: "constructor.name", roles })).toEqual({ is: "missing" });
  });

  it("isn't left out because of too many groups if it isn't about groups", () => {
    const claims = { _claim_names: { groups: "src1" }, hasgroups: true };
    expect(findRole(claims, { roleClaim: "roles", roles: RULES.roles })).toEqual({ is: "missing" });
  });
});

it.each([
  [true, "verified"],
  ["true", "verified"],
  ["True", "verified"],
  [false, "unverified"],
  ["false", "unverified"],
  ["", "unverified"],
  [1, "unverified"],
  [undefined, "unknown"],
  [null, "unknown"],
])("email_verified %j means %s", (claim, state) => {
  expect(verificationOf(claim)).toBe(state);
});

describe("a refusal", () => {
  it.each(SIGN_IN_REFUSALS)("%s is a readable sentence", (refusal) => {
    expect(describeRefusal(refusal, "single sign-on")).toMatch(/^[A-Z].*\.$/);
    expect(toSignInRefusal(refusal)).toBe(refusal);
  });

  it("is general if the URL names none", () => {
    for (const text of [undefined, "x", ["no-role"], "constructor"])
      expect(toSignInRefusal(text)).toBe("failed");
  });
});
