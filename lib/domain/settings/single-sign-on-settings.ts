import { z } from "zod";
import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { isLoopbackHost } from "./loopback";
import type { Environment } from "./settings";

/** A value of the role claim and the role that it gives. */
export type MappedRole = { role: Role; value: string };

const ISSUER = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || url.username + url.password + url.search + url.hash !== "") return false;
    return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
  })
  .meta({
    description:
      "your provider's issuer, an https URL such as https://login.example.com; plain http is allowed only for localhost",
    isShown: true,
  });

const MAPPED_ROLES = z
  .string()
  .transform((text, context): MappedRole[] => {
    const pairs = splitList(text).map((pair) => {
      const [role = "", ...value] = pair.split(":");
      return { role: role.trim() as Role, value: value.join(":").trim() };
    });
    const isValid =
      pairs.length > 0 &&
      pairs.every(({ role, value }) => ROLES.includes(role) && value !== "") &&
      // With one value for two roles, somebody would silently have the wrong one.
      new Set(pairs.map(({ value }) => value)).size === pairs.length;
    if (isValid) return pairs;
    context.addIssue("not a list of roles");
    return z.NEVER;
  })
  .meta({
    description: `a list of roles (${ROLES.join(", ")}) and the claim's values for them, each value once, such as admin:card-admins,support:card-support`,
    isShown: true,
  });

const DOMAINS = z
  .string()
  .transform((text) => splitList(text).map((domain) => domain.toLowerCase()))
  .refine((domains) => domains.length > 0 && domains.every((domain) => /^[^@\s:/]+\.[^@\s:/]+$/.test(domain)))
  .meta({
    description: "a comma-separated list of email domains, such as example.com,example.org",
    isShown: true,
  });

const SCOPES = z
  .string()
  .transform((text) => text.trim().split(/\s+/).join(" "))
  .refine((scopes) => scopes.split(" ").includes("openid"))
  .default("openid email profile")
  .meta({ description: "scopes separated by spaces, including openid", isShown: true });

export const SINGLE_SIGN_ON_SETTINGS = {
  OIDC_ISSUER: ISSUER.optional(),
  OIDC_CLIENT_ID: z.string().optional().describe("the client ID at your provider"),
  OIDC_CLIENT_SECRET: z.string().optional().describe("the client secret at your provider"),
  OIDC_ROLE_CLAIM: z
    .string()
    .regex(/^\S+$/)
    .optional()
    .meta({ description: "the name of the claim with a person's groups or roles", isShown: true }),
  OIDC_ROLES: MAPPED_ROLES.optional(),
  OIDC_DOMAINS: DOMAINS.optional(),
  OIDC_SCOPES: SCOPES,
  OIDC_NAME: z.string().trim().min(1).max(40).optional().meta({
    description: "the provider's name on the sign-in button, at most 40 characters",
    isShown: true,
  }),
  PASSWORDS: z.enum(["on", "off"]).default("on").meta({ description: "on or off", isShown: true }),
  BREAK_GLASS_EMAIL: z
    .email()
    .optional()
    .meta({ description: "the email address of one admin, such as emergency@example.com", isShown: true }),
};

export type SingleSignOn = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call the provider. */
  name: string;
  scopes: string;
  roleClaim: string;
  /** The first that a person has counts. */
  roles: readonly MappedRole[];
  /** Empty if every domain is allowed. */
  domains: readonly string[];
};

type Settings = {
  [Name in keyof typeof SINGLE_SIGN_ON_SETTINGS]?: z.output<(typeof SINGLE_SIGN_ON_SETTINGS)[Name]>;
};

const NEEDED = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLE_CLAIM", "OIDC_ROLES"] as const;
const DEPENDENT = [...NEEDED, "OIDC_DOMAINS", "OIDC_SCOPES", "OIDC_NAME"] as const;

export function singleSignOnProblems(values: Settings, environment: Environment): string[] {
  const problems = environment.OIDC_ISSUER
    ? NEEDED.filter((name) => !environment[name]).map(
        (name) => `The setting ${name} must be set when OIDC_ISSUER is set.`,
      )
    : DEPENDENT.filter((name) => environment[name]).map(
        (name) => `The setting OIDC_ISSUER must be set when ${name} is set.`,
      );
  if (values.PASSWORDS === "off") {
    if (!environment.OIDC_ISSUER) problems.push("The setting OIDC_ISSUER must be set when PASSWORDS is off.");
    if (!environment.BREAK_GLASS_EMAIL)
      problems.push("The setting BREAK_GLASS_EMAIL must be set when PASSWORDS is off.");
  } else if (environment.BREAK_GLASS_EMAIL)
    problems.push("The setting PASSWORDS must be off when BREAK_GLASS_EMAIL is set.");
  return problems;
}

/** Null if people sign in only with a password. */
export function readSingleSignOn(settings: Settings): SingleSignOn | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM, OIDC_ROLES } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_ROLE_CLAIM || !OIDC_ROLES) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: settings.OIDC_NAME ?? "single sign-on",
    scopes: settings.OIDC_SCOPES ?? "openid email profile",
    roleClaim: OIDC_ROLE_CLAIM,
    roles: OIDC_ROLES,
    domains: settings.OIDC_DOMAINS ?? [],
  };
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
