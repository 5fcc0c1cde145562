import { z } from "zod";
import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import type { SingleSignOn } from "@/lib/domain/settings/single-sign-on-settings";
import type { Role } from "./permissions";
import type { SignInRefusal } from "./sign-in-refusal";

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

type Rules = Pick<SingleSignOn, "roleClaim" | "roles" | "domains">;

export type JudgedClaims =
  | { is: "accepted"; email: string; name: string; role: Role }
  /** `detail` is for the log and names the claim. */
  | { is: "refused"; reason: SignInRefusal; detail: string };

/** Whether the claims let a person in, and as what. */
export function judgeClaims(claims: Claims, rules: Rules): JudgedClaims {
  const refuse = (reason: SignInRefusal, detail: string) => ({ is: "refused", reason, detail }) as const;
  const email = Email.safeParse(claims.email);
  if (!email.success) return refuse("no-email", "The claim email is missing or not an email address");
  if (verificationOf(claims.email_verified) === "unverified")
    return refuse("unverified-email", "The claim email_verified is not true");
  if (!isAllowedDomain(email.data, rules.domains))
    return refuse("wrong-domain", "The domain in the claim email is not in OIDC_DOMAINS");
  const found = findRole(claims, rules);
  if (found.is === "mapped")
    return { is: "accepted", email: email.data, name: nameIn(claims, email.data), role: found.role };
  if (found.is === "too-many")
    return refuse(
      "too-many-groups",
      `The provider left out the claim ${rules.roleClaim}, because it has too many values`,
    );
  return refuse(
    "no-role",
    found.is === "missing"
      ? `The claim ${rules.roleClaim} is missing`
      : `No value of the claim ${rules.roleClaim} is in OIDC_ROLES`,
  );
}

type FoundRole = { is: "mapped"; role: Role } | { is: "unmapped" } | { is: "missing" } | { is: "too-many" };

export function findRole(claims: Claims, { roleClaim, roles }: Omit<Rules, "domains">): FoundRole {
  const claim = findClaim(claims, roleClaim);
  if (claim === undefined || claim === null)
    return { is: hasTooManyGroups(claims, roleClaim) ? "too-many" : "missing" };
  const values = new Set([claim].flat().filter((value) => typeof value === "string"));
  const mapped = roles.find(({ value }) => values.has(value));
  return mapped ? { is: "mapped", role: mapped.role } : { is: "unmapped" };
}

/** A claim by its name, which may be a URL with dots, or by its path, such as `realm_access.roles`. */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (parent, key) =>
        typeof parent === "object" && parent !== null && Object.hasOwn(parent, key)
          ? (parent as Claims)[key]
          : undefined,
      claims,
    );
}

/** Beyond a number of groups, Microsoft Entra ID sends a reference instead of the claim. */
function hasTooManyGroups(claims: Claims, roleClaim: string): boolean {
  const { _claim_names: distributed, hasgroups } = claims;
  if (typeof distributed === "object" && distributed !== null && Object.hasOwn(distributed, roleClaim))
    return true;
  return roleClaim === "groups" && (hasgroups === true || hasgroups === "true");
}

/** Some providers send text instead of a boolean, and some send nothing. */
export function verificationOf(claim: unknown): "verified" | "unverified" | "unknown" {
  if (claim === undefined || claim === null) return "unknown";
  return claim === true || (typeof claim === "string" && claim.toLowerCase() === "true")
    ? "verified"
    : "unverified";
}

function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}

const Email = z
  .email()
  .max(254)
  .refine((email) => maskCardSecretsInId(email) === email);

const MAX_NAME_CHARACTERS = 80;

function nameIn(claims: Claims, email: string): string {
  const { name, given_name, family_name, preferred_username } = claims;
  const parts = [given_name, family_name].filter((part) => typeof part === "string").join(" ");
  const readable = [name, parts, preferred_username, email]
    .filter((candidate) => typeof candidate === "string")
    .map((candidate) => candidate.replace(/\p{Cc}+/gu, " ").trim())
    .find((candidate) => candidate !== "");
  return maskCardSecrets((readable ?? email).slice(0, MAX_NAME_CHARACTERS));
}
