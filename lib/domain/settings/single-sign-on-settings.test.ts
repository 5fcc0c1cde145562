import { describe, expect, it } from "vitest";
import { readEnv } from "@/lib/env";

const OIDC = {
  OIDC_ISSUER: "https://login.example.com",
  OIDC_CLIENT_ID: "cardwell",
  OIDC_CLIENT_SECRET: "hunter2-hunter2",
  OIDC_ROLE_CLAIM: "groups",
  OIDC_ROLES: "admin:card-admins, support:urn:example:support",
};
const PASSWORDS_OFF = { PASSWORDS: "off", BREAK_GLASS_EMAIL: "emergency@example.com" };
const read = (settings: Record<string, string>) => readEnv({ NODE_ENV: "test", ...settings });

function problemsOf(settings: Record<string, string>): string {
  try {
    read(settings);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

describe("single sign-on", () => {
  it("is off by default, and everyone may use a password", () => {
    expect(read({})).toMatchObject({ singleSignOn: null, breakGlassEmail: null });
  });

  it("maps the values of a claim to roles, in order", () => {
    expect(read(OIDC).singleSignOn).toEqual({
      issuer: "https://login.example.com",
      clientId: "cardwell",
      clientSecret: "hunter2-hunter2",
      name: "single sign-on",
      scopes: "openid email profile",
      roleClaim: "groups",
      roles: [
        { role: "admin", value: "card-admins" },
        { role: "support", value: "urn:example:support" },
      ],
      domains: [],
    });
  });

  it("reads the optional settings", () => {
    const optional = {
      OIDC_DOMAINS: "Example.com, example.org",
      OIDC_SCOPES: "openid  email groups",
      OIDC_NAME: "Okta",
    };
    expect(read({ ...OIDC, ...optional, ...PASSWORDS_OFF })).toMatchObject({
      singleSignOn: { name: "Okta", scopes: "openid email groups", domains: ["example.com", "example.org"] },
      breakGlassEmail: "emergency@example.com",
    });
  });

  it("allows plain http for a provider on this machine", () => {
    expect(problemsOf({ ...OIDC, OIDC_ISSUER: "http://localhost:4000" })).toBe("");
  });

  it.each([
    [{ OIDC_ISSUER: "http://login.example.com" }, /^The setting OIDC_ISSUER must be your provider's issuer/],
    [{ OIDC_ISSUER: "login.example.com" }, /^The setting OIDC_ISSUER must be your provider's issuer/],
    [{ OIDC_ISSUER: "https://login.example.com?a=b" }, /^The setting OIDC_ISSUER must be/],
    [{ OIDC_ISSUER: "https://me:secret@login.example.com" }, /^The setting OIDC_ISSUER must be/],
    [{ OIDC_CLIENT_ID: "" }, /^The setting OIDC_CLIENT_ID must be set when OIDC_ISSUER is set\.$/],
    [{ OIDC_CLIENT_SECRET: "" }, /^The setting OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is set\.$/],
    [{ OIDC_ROLE_CLAIM: "" }, /^The setting OIDC_ROLE_CLAIM must be set when OIDC_ISSUER is set\.$/],
    [{ OIDC_ROLE_CLAIM: "my groups" }, /^The setting OIDC_ROLE_CLAIM must be the name of the claim/],
    [{ OIDC_ROLES: "" }, /^The setting OIDC_ROLES must be set when OIDC_ISSUER is set\.$/],
    [{ OIDC_ROLES: "owner:card-admins" }, /^The setting OIDC_ROLES must be a list of roles \(admin, /],
    [{ OIDC_ROLES: "admin" }, /^The setting OIDC_ROLES must be a list/],
    [{ OIDC_ROLES: "admin:" }, /^The setting OIDC_ROLES must be a list/],
    [{ OIDC_ROLES: "," }, /^The setting OIDC_ROLES must be a list/],
    [{ OIDC_ROLES: "admin:staff,support:staff" }, /^The setting OIDC_ROLES must be a list .*each value once/],
    [{ OIDC_DOMAINS: "@example.com" }, /^The setting OIDC_DOMAINS must be a comma-separated list/],
    [{ OIDC_DOMAINS: "localhost" }, /^The setting OIDC_DOMAINS must be a comma-separated list/],
    [{ OIDC_SCOPES: "email profile" }, /^The setting OIDC_SCOPES must be scopes .* including openid/],
    [{ OIDC_NAME: "x".repeat(41) }, /^The setting OIDC_NAME must be the provider's name/],
    [{ PASSWORDS: "no" }, /^The setting PASSWORDS must be on or off, not "no"\.$/],
    [{ PASSWORDS: "off" }, /^The setting BREAK_GLASS_EMAIL must be set when PASSWORDS is off\.$/],
    [
      { PASSWORDS: "off", BREAK_GLASS_EMAIL: "emergency" },
      /^The setting BREAK_GLASS_EMAIL must be the email address of one admin/,
    ],
    [
      { BREAK_GLASS_EMAIL: "emergency@example.com" },
      /^The setting PASSWORDS must be off when BREAK_GLASS_EMAIL is set\.$/,
    ],
  ])("rejects %j", (settings, problem) => {
    expect(problemsOf({ ...OIDC, ...(settings as Record<string, string>) })).toMatch(problem);
  });

  it("rejects a setting that has no effect without an issuer", () => {
    for (const name of ["OIDC_CLIENT_ID", "OIDC_NAME", "OIDC_SCOPES"])
      expect(problemsOf({ [name]: "openid" })).toBe(
        `The setting OIDC_ISSUER must be set when ${name} is set.`,
      );
    expect(problemsOf(PASSWORDS_OFF)).toBe("The setting OIDC_ISSUER must be set when PASSWORDS is off.");
  });

  it("keeps the client secret out of its problems", () => {
    expect(problemsOf({ ...OIDC, OIDC_ROLES: "owner:x" })).not.toContain("hunter2");
  });
});
