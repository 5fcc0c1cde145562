import { DEMO_PEOPLE } from "@/lib/auth/people";
import type { Role } from "@/lib/domain/people/permissions";

/** Besides the demo people: two admins and a manager, for what needs a second or a third one. */
export const COLLEAGUES = ["second-admin", "third-admin", "second-manager"] as const;

/** A demo person is called like the role that they begin with. */
export type Name = Role | (typeof COLLEAGUES)[number];

/** Null if the product chooses it. */
type Account = { id: string | null; role: Role; email: string; name: string };

const demo = (role: Role): Account => ({ id: null, role, ...DEMO_PEOPLE[role] });

const colleague = (digit: number, role: Role, alias: string, name: string): Account => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  role,
  email: `${alias}@cardwell.test`,
  name,
});

export const ACCOUNTS: Record<Name, Account> = {
  admin: demo("admin"),
  manager: demo("manager"),
  support: demo("support"),
  finance: demo("finance"),
  auditor: demo("auditor"),
  "second-admin": colleague(1, "admin", "second-admin", "Olu Adeyemi"),
  "third-admin": colleague(2, "admin", "third-admin", "Petra Novak"),
  "second-manager": colleague(3, "manager", "second-manager", "Rui Tanaka"),
};

export const NAMES = Object.keys(ACCOUNTS) as Name[];
